@testable import Balise

@Suite("Signing in")
struct SessionsAPITests {
    static let signedIn = """
        {"success":true,"token":"t1","data":{"user":{"id":"acc_1","username":"ada",\
        "createdAt":"2026-01-31T12:00:00Z","updatedAt":"2026-01-31T12:00:00Z"},"sessionToken":"r1","token":"t1",\
        "expiresIn":86400}}
        """

    struct SignInCase: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var request: String
        var body: String
        var enter: @Sendable (SessionsAPI) async throws -> BaliseUser
    }

    private static let nonce = AppleNonce(random: CountedRandom())

    static let signInCases = [
        SignInCase(
            testDescription: "with a password", request: "POST /api/v1/auth/login",
            body: #"{"username":"ada@example.org","password":"secret","rememberDevice":false}"#
        ) { try await $0.signIn("ada@example.org", password: SecretText("secret"), isRemembered: false) },
        SignInCase(
            testDescription: "with a password, taking an erasure back", request: "POST /api/v1/auth/login",
            body: #"{"username":"ada","password":"secret","rememberDevice":true,"cancelErasure":true}"#
        ) { try await $0.signIn("ada", password: SecretText("secret"), cancelsErasure: true) },
        SignInCase(
            testDescription: "with Apple, taking an erasure back", request: "POST /api/v1/auth/apple",
            body: #"{"identityToken":"jwt","cancelErasure":true}"#
        ) { try await $0.signInWithApple(identityToken: SecretText("jwt"), cancelsErasure: true) },
        SignInCase(
            testDescription: "with a passkey, taking an erasure back", request: "POST /api/v1/auth/passkeys",
            body: #"{"id":"AQ","response":{"clientDataJSON":"e30","authenticatorData":"AQ","signature":"Ag"},"#
                + #""cancelErasure":true}"#
        ) {
            let shown = SignInWithPasskeyRequest.Response(
                clientDataJSON: "e30", authenticatorData: "AQ", signature: "Ag")
            return try await $0.signInWithPasskey(
                SignInWithPasskeyRequest(id: "AQ", response: shown), cancelsErasure: true)
        },
        SignInCase(
            testDescription: "with a code by mail", request: "POST /api/v1/auth/email-code/verify",
            body: #"{"email":"a@example.org","code":"12345678","rememberDevice":false,"cancelErasure":true}"#
        ) {
            try await $0.signIn(
                email: "a@example.org", code: SecretText("12345678"), isRemembered: false, cancelsErasure: true)
        },
        SignInCase(
            testDescription: "by registering", request: "POST /api/v1/auth/register",
            body: #"{"username":"ada","password":"secret","referralCode":"x"}"#
        ) {
            try await $0.register(
                RegisterRequest(username: "ada", password: SecretText("secret"), fields: ["referralCode": .text("x")])
            )
        },
        SignInCase(
            testDescription: "with Apple", request: "POST /api/v1/auth/apple",
            body: #"{"identityToken":"jwt","nonce":"\#(nonce.value.value)","authorizationCode":"c"}"#
        ) {
            try await $0.signInWithApple(
                identityToken: SecretText("jwt"), nonce: nonce, authorizationCode: SecretText("c")
            )
        },
    ]

    @Test("stores the tokens for the next call", arguments: signInCases)
    func entering(by signInCase: SignInCase) async throws {
        let transport = ScriptedTransport(.json(Self.signedIn), .json("{}"))
        let (secrets, time) = (MemorySecretStore(), SetTime())
        let client = try await BaliseClient.scripted(transport, session: nil, secrets: secrets, time: time)
        #expect(try await signInCase.enter(client.sessions).id == "acc_1")
        _ = try await client.caller.send(.get, "/a")
        let call = try #require(transport.calls.first)
        #expect(call.line == signInCase.request && call.text == signInCase.body && call.headers["Authorization"] == nil)
        #expect(transport.calls.last?.headers["Authorization"] == "Bearer t1")
        let kept = await secrets.read("session.https://balise.example").flatMap(KeptSession.init(kept:))
        #expect(
            kept
                == KeptSession(
                    account: "acc_1", token: SecretText("t1"), refreshToken: SecretText("r1"),
                    expiresAt: time.now.addingTimeInterval(86_400)))
    }

    @Test("with wrong credentials fails once, and keeps the current user")
    func refused() async throws {
        let transport = ScriptedTransport(.refusal(401, "INVALID_CREDENTIALS"))
        let client = try await BaliseClient.scripted(transport)
        let error = try await failure { try await client.sessions.signIn("ada", password: SecretText("wrong")) }
        #expect(error.code == .wrongCredentials)
        #expect(try await client.sessions.state == .signedIn(account: "acc_ada"))
    }

    @Test(
        "out informs the server, and removes the tokens whatever it answers",
        arguments: [
            (Result<BaliseHTTPResponse, BaliseTransportError>.json("{}"), true), (.lost(), false),
            (.refusal(500, "INTERNAL"), false),
        ])
    func signOut(answer: Result<BaliseHTTPResponse, BaliseTransportError>, hasEnded: Bool) async throws {
        let (transport, secrets, tokens) = (ScriptedTransport(answer), MemorySecretStore(), KeptTokens(.issued("x")))
        let client = try await BaliseClient.scripted(transport, secrets: secrets) { $0.issuedTokens = tokens }
        #expect(try await client.sessions.signOut() == hasEnded)
        #expect(transport.calls.map(\.line) == ["POST /api/v1/auth/logout"])
        #expect(transport.calls.first?.headers["Authorization"] == "Bearer t1")
        #expect(await secrets.read("session.https://balise.example") == nil)
        #expect(tokens.kept == nil)
        #expect(try await client.sessions.state == .signedOut(.signedOut))
    }

    @Test("out does not end the session of a user who has signed in before the answer")
    func signOutOvertaken() async throws {
        let (logoutBegan, mayAnswer) = (Gathering(of: 2), Gathering(of: 2))
        let transport = ScriptedTransport { call, _ throws(BaliseTransportError) in
            if call.url.path == "/api/v1/auth/login" { return .json(Self.signedIn) }
            #expect(call.headers["Authorization"] != "Bearer t1")
            guard call.url.path == "/api/v1/auth/logout" else { return .refusal(401, "INVALID_TOKEN") }
            await logoutBegan.wait()
            await mayAnswer.wait()
            return .refusal(401, "INVALID_TOKEN")
        }
        let secrets = MemorySecretStore()
        let session = KeptSession(account: "acc_bob", token: SecretText("t0"), refreshToken: SecretText("r0"))
        let client = try await BaliseClient.scripted(transport, session: session, secrets: secrets)
        let signOut = Task { try await client.sessions.signOut() }
        await logoutBegan.wait()
        try await client.sessions.signIn("ada", password: SecretText("secret"))
        await mayAnswer.wait()
        #expect(try await signOut.value)
        #expect(try await client.sessions.state == .signedIn(account: "acc_1"))
        #expect(await secrets.read("session.https://balise.example") != nil)
        #expect(
            transport.calls.map(\.line) == [
                "POST /api/v1/auth/logout", "POST /api/v1/auth/login", "POST /api/v1/auth/refresh",
            ])
    }
}

@Suite("The credentials derived for Apple")
struct AppleCredentialsTests {
    @Test("equal those of the server")
    func derivation() throws {
        // Computed by another implementation of SHA-256, Python's hashlib.
        let credentials = try AppleCredentials(appleUserID: "001234.0123456789abcdef0123456789abcdef.0123")
        #expect(credentials.accountID == "apple_9ae0d87aee2250221154164aa4c0a0")
        #expect(credentials.email == "apple_9ae0d87aee2250221154164aa4c0a0@familysync.anonymous")
        #expect(credentials.password.value == "62d869a5bdb41cc3812e045d64b07f8c")
        #expect(AppleCredentials.displayName == "Utilisateur")
        let elsewhere = try AppleCredentials(appleUserID: "1", domain: "a.example", salt: "s")
        #expect(elsewhere.email.hasSuffix("@a.example"))
        #expect(try elsewhere.password != AppleCredentials(appleUserID: "1").password)
        #expect(throws: BaliseError.self) { try AppleCredentials(appleUserID: "") }
    }

    @Test("include a nonce of which Apple sees only the hash")
    func nonce() {
        let nonce = AppleNonce(random: CountedRandom())
        #expect(nonce.value.value.wholeMatch(of: /[0-9a-f]{32}/) != nil)
        #expect(nonce.hashed.wholeMatch(of: /[0-9a-f]{64}/) != nil)
        #expect(AppleNonce() != AppleNonce())
    }
}
