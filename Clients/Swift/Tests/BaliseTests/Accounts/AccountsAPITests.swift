@Suite("An erased account")
struct AccountsAPITests {
    @Test("is signed out, and stays signed in if the erasure fails")
    func erasure() async throws {
        let transport = ScriptedTransport(
            .refusal(500, "INTERNAL"), .json(#"{"id":"acc_1","status":"deleted"}"#))
        let client = try await BaliseClient.scripted(transport)
        await #expect(throws: BaliseError.self) { try await client.accounts.erase() }
        #expect(try await client.sessions.state == .signedIn(account: "acc_ada"))
        try await client.accounts.erase()
        #expect(transport.calls.map(\.line) == ["DELETE /ecovelo/users/me", "DELETE /ecovelo/users/me"])
        #expect(try await client.sessions.state == .signedOut(.signedOut))
    }

    @Test(
        "is signed out after a proof, and its erasure can be followed",
        arguments: [
            (.recentSignIn, "{}"), (.password(SecretText("p")), #"{"password":"p"}"#),
            (.apple(identityToken: SecretText("t"), nonce: SecretText("n")), #"{"identityToken":"t","nonce":"n"}"#),
            (.emailCode(SecretText("12345678")), #"{"emailCode":"12345678"}"#),
        ] as [(IdentityProof, String)])
    func followedErasure(_ proof: IdentityProof, _ body: String) async throws {
        let begun = #"{"success":true,"data":{"id":"e1","secret":"s","askedAt":"2026-01-31T12:00:00Z"}}"#
        let status =
            #"{"success":true,"data":{"id":"e1","state":"done","askedAt":"2026-01-31T12:00:00Z","#
            + #""completedAt":"2026-01-31T12:00:01Z","confirmed":["push"],"pending":[],"receipt":"a.b.c"}}"#
        let transport = ScriptedTransport(.json(begun), .json(status))
        let client = try await BaliseClient.scripted(transport)
        let requested = try await client.accounts.erase(proof: proof)
        #expect(transport.calls.map(\.line) == ["DELETE /api/v1/users/me"] && transport.calls[0].text == body)
        #expect(try await client.sessions.state == .signedOut(.signedOut))
        let found = try await client.accounts.erasure(requested)
        #expect(found.state == .done && found.receipt == "a.b.c")
        let sent = try #require(transport.calls.last)
        #expect(sent.line == "GET /api/v1/erasures/e1" && sent.headers["X-Erasure-Secret"] == "s")
        #expect(sent.headers["Authorization"] == nil)
    }
}
