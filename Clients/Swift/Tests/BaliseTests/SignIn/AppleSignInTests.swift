import Crypto

@testable import Balise

@Suite("Sign in with Apple", .timeLimit(.minutes(10)))
struct AppleSignInTests {
    private static let authorization = AppleIDAuthorization(
        user: "000123.abc", identityToken: SecretText("jwt"), authorizationCode: SecretText("code"))

    /// The session of a user who has signed in with Apple.
    private static let appleSession = KeptSession(
        account: "acc_1", token: SecretText("t1"), refreshToken: SecretText("r1"), appleUser: "000123.abc")

    @Test("sends Apple the SHA-256 of a nonce, and the server the nonce")
    func nonce() async throws {
        let transport = ScriptedTransport(.json(SessionsAPITests.signedIn))
        let authorizer = ScriptedAppleIDAuthorizer(.success(Self.authorization))
        let client = try await BaliseClient.scripted(transport, session: nil)
        #expect(try await client.appleSignIn(authorizer).signIn()?.id == "acc_1")
        let call = try #require(transport.calls.first)
        let nonce = try #require(call.text.firstMatch(of: /"nonce":"([0-9a-f]{32})"/)).1
        #expect(call.text == #"{"identityToken":"jwt","nonce":"\#(nonce)","authorizationCode":"code"}"#)
        let hash = SHA256.hash(data: Data(nonce.utf8)).map { String(format: "%02x", $0) }.joined()
        #expect(authorizer.nonces == [hash])
        // Each request has another nonce.
        #expect(client.appleSignIn(authorizer).makeNonce().value.value != nonce)
    }

    @Test("returns nil when the user cancels, and throws without a sheet")
    func turnedAway() async throws {
        let client = try await BaliseClient.scripted(ScriptedTransport(), session: nil)
        #expect(try await client.appleSignIn(ScriptedAppleIDAuthorizer()).signIn() == nil)
        #expect(try await client.appleSignIn(ScriptedAppleIDAuthorizer()).identityProof() == nil)
        let failing = client.appleSignIn(ScriptedAppleIDAuthorizer(.failure(.system("no window"))))
        await #expect(throws: BaliseError.system("no window")) { try await failing.signIn() }
    }

    @Test("gives a proof for an erasure")
    func identityProof() async throws {
        let transport = ScriptedTransport(
            .json(
                """
                {"success":true,"data":{"id":"era_1","secret":"s","askedAt":"2026-01-31T12:00:00Z"}}
                """))
        let client = try await BaliseClient.scripted(transport, session: Self.appleSession)
        let authorizer = ScriptedAppleIDAuthorizer(.success(Self.authorization))
        let proof = try #require(try await client.appleSignIn(authorizer).identityProof())
        _ = try await client.accounts.erase(proof: proof)
        let nonce = try #require(transport.calls.first?.text.firstMatch(of: /"nonce":"([0-9a-f]{32})"/)).1
        #expect(transport.calls.first?.text == #"{"identityToken":"jwt","nonce":"\#(nonce)"}"#)
    }

    @Test("keeps the Apple user as long as the session, also over a restart and a refresh")
    func appleUser() async throws {
        let secrets = MemorySecretStore()
        let transport = ScriptedTransport { call, _ in
            switch (call.url.path, call.headers["Authorization"]) {
            case ("/api/v1/auth/refresh", _):
                .json(#"{"success":true,"data":{"token":"t2","sessionToken":"r2","expiresIn":86400}}"#)
            case (_, "Bearer t1"): .refusal(401, "TOKEN_EXPIRED")
            default: .json("{}")
            }
        }
        _ = try await BaliseClient.scripted(transport, session: Self.appleSession, secrets: secrets)
        let client = try await BaliseClient.scripted(transport, session: nil, secrets: secrets)
        _ = try await client.caller.send(.get, "/a")
        #expect(try await client.tokenStore.appleUser()?.id == "000123.abc")
        let restarted = try await BaliseClient.scripted(transport, session: nil, secrets: secrets)
        #expect(try await restarted.tokenStore.appleUser()?.id == "000123.abc")
        try await restarted.sessions.signOut()
        #expect(await secrets.read("session.https://balise.example") == nil)
        #expect(try await restarted.tokenStore.appleUser() == nil)
    }

    @Test(
        "ends the session at the app's start if its credential is gone, and informs the server",
        arguments: [
            (AppleCredentialState.revoked, true), (.notFound, true), (.authorized, false), (.transferred, false),
        ])
    func launch(state: AppleCredentialState, ends: Bool) async throws {
        let transport = ScriptedTransport { _, _ in .json("{}") }
        let authorizer = ScriptedAppleIDAuthorizer(credentialState: .success(state))
        let client = try await BaliseClient.scripted(transport, session: Self.appleSession)
        #expect(try await client.appleSignIn(authorizer).checkCredential() == state)
        #expect(authorizer.users == ["000123.abc"])
        let expected: BaliseSessionState = ends ? .signedOut(.appleCredentialGone) : .signedIn(account: "acc_1")
        #expect(try await client.sessions.state == expected)
        #expect(transport.calls.map(\.line) == (ends ? ["POST /api/v1/auth/logout"] : []))
    }

    @Test("does not ask Apple about other sign-in methods, or without a session", arguments: [nil, KeptSession.ada])
    func otherMethods(session: KeptSession?) async throws {
        let authorizer = ScriptedAppleIDAuthorizer(credentialState: .success(.revoked))
        let client = try await BaliseClient.scripted(ScriptedTransport(), session: session)
        #expect(try await client.appleSignIn(authorizer).checkCredential() == nil)
        #expect(authorizer.users.isEmpty)
    }

    @Test("keeps the session if Apple cannot be asked")
    func unknown() async throws {
        let authorizer = ScriptedAppleIDAuthorizer(credentialState: .failure(.system("no network")))
        let client = try await BaliseClient.scripted(ScriptedTransport(), session: Self.appleSession)
        await #expect(throws: BaliseError.system("no network")) {
            try await client.appleSignIn(authorizer).checkCredential()
        }
        #expect(try await client.sessions.state == .signedIn(account: "acc_1"))
    }

    @Test(
        "ends the session when its own credential is revoked",
        arguments: [
            (Result<AppleCredentialState, BaliseError>.success(.revoked), true),
            (.failure(.system("no network")), true), (.success(.authorized), false),
        ])
    func revocation(said: Result<AppleCredentialState, BaliseError>, ends: Bool) async throws {
        let authorizer = ScriptedAppleIDAuthorizer()
        let client = try await BaliseClient.scripted(
            ScriptedTransport { _, _ in .json("{}") }, session: Self.appleSession)
        let watching = Task { await client.appleSignIn(authorizer).run() }
        try await eventually("it has looked once") { authorizer.isFollowed && authorizer.users.count == 1 }
        #expect(try await client.sessions.state == .signedIn(account: "acc_1"))
        authorizer.say(said)
        authorizer.revoke()
        try await eventually("it has looked again") { authorizer.users.count == 2 }
        if ends {
            try await eventually("the session ends") {
                try await client.sessions.state == .signedOut(.appleCredentialGone)
            }
        }
        await watching.end()
        if !ends { #expect(try await client.sessions.state == .signedIn(account: "acc_1")) }
    }

    @Test("keeps a user who has signed in during the question about another")
    func overtaken() async throws {
        let client = try await BaliseClient.scripted(ScriptedTransport(), session: Self.appleSession)
        let asked = try #require(try await client.tokenStore.appleUser())
        try await client.tokenStore.begin(.ada)
        _ = try await client.sessions.leave(.appleCredentialGone, of: asked.signIn)
        #expect(try await client.sessions.state == .signedIn(account: "acc_ada"))
    }
}
