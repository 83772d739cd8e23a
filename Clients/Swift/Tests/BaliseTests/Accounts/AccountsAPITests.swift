import Balise
import Foundation
import Testing

@Suite("An erased account")
struct AccountsAPITests {
    @Test("is signed out")
    func erasure() async throws {
        let transport = ScriptedTransport(.json(#"{"id":"acc_1","status":"deleted"}"#))
        let client = try await BaliseClient.scripted(transport)
        try await client.accounts.erase()
        #expect(transport.calls.map(\.line) == ["DELETE /ecovelo/users/me"])
        #expect(try await client.sessions.state == .signedOut(.signedOut))
    }

    @Test(
        "is signed out after a proof, and its erasure can be followed",
        arguments: [
            (.recentSignIn, "{}"), (.password("p"), #"{"password":"p"}"#),
            (.apple(identityToken: "t", nonce: "n"), #"{"identityToken":"t","nonce":"n"}"#),
            (.emailCode("12345678"), #"{"emailCode":"12345678"}"#),
        ] as [(Proof, String)])
    func followedErasure(_ proof: Proof, _ body: String) async throws {
        let begun = #"{"success":true,"data":{"id":"e1","secret":"s","askedAt":"2026-01-31T12:00:00Z"}}"#
        let status =
            #"{"success":true,"data":{"id":"e1","state":"done","askedAt":"2026-01-31T12:00:00Z","#
            + #""completedAt":"2026-01-31T12:00:01Z","confirmed":["push"],"pending":[],"receipt":"a.b.c"}}"#
        let transport = ScriptedTransport(.json(begun), .json(status))
        let client = try await BaliseClient.scripted(transport)
        let requested = try await client.accounts.erase(proof: proof.shown)
        #expect(transport.calls.map(\.line) == ["DELETE /api/v1/users/me"] && transport.calls[0].text == body)
        #expect(try await client.sessions.state == .signedOut(.signedOut))
        let found = try await client.accounts.erasure(requested)
        #expect(found.state == .done && found.receipt == "a.b.c")
        let sent = try #require(transport.calls.last)
        #expect(sent.line == "GET /api/v1/erasures/e1" && sent.headers["X-Erasure-Secret"] == "s")
        #expect(sent.headers["Authorization"] == nil)
    }

    /// A proof that can be compared.
    enum Proof: Sendable {
        case recentSignIn
        case password(String)
        case apple(identityToken: String, nonce: String)
        case emailCode(String)

        var shown: ErasureProof {
            switch self {
            case .recentSignIn: .recentSignIn
            case .password(let password): .password(SecretText(password))
            case .apple(let token, let nonce):
                .apple(identityToken: SecretText(token), nonce: SecretText(nonce))
            case .emailCode(let code): .emailCode(SecretText(code))
            }
        }
    }

    @Test("stays signed in if the erasure fails")
    func failedErasure() async throws {
        let client = try await BaliseClient.scripted(ScriptedTransport(.refusal(500, "INTERNAL")))
        await #expect(throws: BaliseError.self) { try await client.accounts.erase() }
        #expect(try await client.sessions.state == .signedIn(account: "acc_ada"))
    }
}
