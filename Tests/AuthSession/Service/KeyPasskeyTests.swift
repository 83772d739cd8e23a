@testable import AuthSession

@Suite("Passkeys of API keys", .timeLimit(.minutes(10))) struct KeyPasskeyTests {
    private static let challenge: [UInt8] = Array(repeating: 7, count: 32)

    private func expected(_ challenge: [UInt8] = Self.challenge) -> PasskeyExpectation {
        PasskeyExpectation(relyingParty: "example.org", origin: "https://example.org", challenge: challenge)
    }

    private func key(
        _ auth: AuthSessionHarness, _ name: String = "Support", expiresAt: UnixTime? = nil
    ) async throws -> CreateAPIKey.Reply {
        try await auth.send(CreateAPIKey(name: name, scopes: [.assist], expiresAt: expiresAt))
    }

    private func outcome(
        of addition: AddAPIKeyPasskey, by key: CreateAPIKey.Reply, _ auth: AuthSessionHarness
    ) async throws -> ErrorCode? {
        try await serviceError { try await auth.edge.send(addition, by: .apiKey(key.secret)) }?.code
    }

    private func addition(
        of authenticator: FakeAuthenticator, to key: CreateAPIKey.Reply, name: String? = nil
    ) throws -> AddAPIKeyPasskey {
        AddAPIKeyPasskey(
            key: key.key.id, attestation: try authenticator.attestation(Self.challenge), expected: expected(),
            name: name)
    }

    private func authenticator(_ auth: AuthSessionHarness, of key: CreateAPIKey.Reply) async throws -> FakeAuthenticator
    {
        var authenticator = FakeAuthenticator.es256()
        authenticator.userHandle = Array(key.key.id.text.utf8)
        _ = try await auth.edge.send(try addition(of: authenticator, to: key), by: .apiKey(key.secret))
        return authenticator
    }

    private func shown(
        _ authenticator: FakeAuthenticator, _ challenge: [UInt8] = Self.challenge
    ) throws -> VerifyAPIKeyPasskey {
        VerifyAPIKeyPasskey(assertion: try authenticator.assertion(challenge), expected: expected())
    }

    @Test("A passkey is added, listed, used as its key, and removed")
    func life() async throws {
        try await AuthSessionHarness.run { auth in
            let (whole, other) = (try await key(auth), try await key(auth, "Another").key.id)
            let key = whole.key.id
            var authenticator = FakeAuthenticator.es256()
            authenticator.userHandle = Array(key.text.utf8)
            let addition = try addition(of: authenticator, to: whole, name: " Laptop ")
            // Neither another key nor the operator's token adds one.
            #expect(try await auth.outcome(addition) == .forbidden)
            let made = try await auth.edge.send(addition, by: .apiKey(whole.secret))
            #expect(made.name == "Laptop" && made.key == key && made.keyName == "Support" && made.lastUsedAt == nil)
            #expect(made.descriptor.credentialID == authenticator.credentialID)
            #expect(made.descriptor.transports == ["hybrid", "internal"])

            auth.clock.advance(seconds: 60)
            let principal = try await auth.send(try shown(authenticator)).principal
            #expect(principal == Principal(apiKey: key, scopes: [.assist], expiresAt: nil, keyName: "Support"))
            let listed = try await auth.send(ListAPIKeyPasskeys())
            #expect(listed.map(\.id) == [made.id] && listed.first?.lastUsedAt == auth.clock.now())
            let ofOther = try await auth.send(ListAPIKeyPasskeys(key: other))
            #expect(ofOther.isEmpty)

            #expect(try await auth.outcome(RemoveAPIKeyPasskey(passkey: made.id, key: other)) == .notFound)
            let removed = try await auth.send(RemoveAPIKeyPasskey(passkey: made.id, key: key))
            #expect(removed.key == key)
            #expect(try await auth.outcome(try shown(authenticator)) == .invalidToken)
            #expect(try await auth.outcome(RemoveAPIKeyPasskey(passkey: made.id)) == .notFound)
            #expect(auth.log.events("api-key-passkey-added").count == 1)
            #expect(auth.log.events("api-key-passkey-removed").count == 1)
        }
    }

    @Test("A passkey of an ended key is refused, and deleted with a revoked one")
    func ended() async throws {
        try await AuthSessionHarness.run { auth in
            let key = try await key(auth)
            let over = try await self.key(auth, "for a day", expiresAt: auth.clock.now().adding(seconds: 86_400))
            let (own, ofOver) = (try await authenticator(auth, of: key), try await authenticator(auth, of: over))
            let (secret, secretOfOver) = (
                try await auth.send(try shown(own)).secret, try await auth.send(try shown(ofOver)).secret
            )

            _ = try await auth.send(RevokeAPIKey(id: key.key.id))
            #expect(try await auth.outcome(try shown(own)) == .invalidToken)
            #expect(try await auth.outcome(JudgeAPIKey(secret: secret)) == .invalidToken)
            #expect(try await outcome(of: try addition(of: .es256(), to: key), by: key, auth) == .invalidToken)
            let left = try await auth.send(ListAPIKeyPasskeys()).map(\.key)
            #expect(left == [over.key.id])

            auth.clock.advance(seconds: 86_400)
            #expect(try await auth.outcome(try shown(ofOver)) == .tokenExpired)
            #expect(try await auth.outcome(JudgeAPIKey(secret: secretOfOver)) == .invalidToken)
            #expect(try await outcome(of: try addition(of: .es256(), to: over), by: over, auth) == .tokenExpired)
            #expect(try await auth.outcome(JudgeAPIKey(secret: SecretText("nothing"))) == .invalidToken)
        }
    }

    @Test("A console credential has the rights of its key until it expires")
    func judged() async throws {
        try await AuthSessionHarness.run { auth async throws in
            let key = try await key(auth)
            let verified = try await auth.send(try shown(try await authenticator(auth, of: key)))
            let principal = try await auth.send(JudgeAPIKey(secret: verified.secret))
            #expect(principal == Principal(apiKey: key.key.id, scopes: [.assist], expiresAt: nil, keyName: "Support"))
            // An act in the name of the key, which may not add a passkey: that takes the key itself.
            let shown = OperatorCredential.passkey(verified.secret)
            let made = try await auth.send(ListAPIKeyPasskeys()).map(\.id)
            await #expect(throws: (any Error).self) {
                try await auth.edge.send(try addition(of: .es256(), to: key), by: shown)
            }
            let removed = try await auth.edge.send(
                RemoveAPIKeyPasskey(passkey: try #require(made.first), key: key.key.id), by: shown)
            #expect(removed.key == key.key.id)
            auth.clock.advance(seconds: PasskeyOperator.lifetime)
            #expect(try await auth.outcome(JudgeAPIKey(secret: verified.secret)) == .invalidToken)
        }
    }

    @Test("A passkey opens nothing as another key, for another challenge or page, or without a verified user")
    func another() async throws {
        try await AuthSessionHarness.run { auth in
            let (first, second) = (try await key(auth), try await key(auth, "Another"))
            var authenticator = try await authenticator(auth, of: first)
            #expect(try await auth.outcome(try shown(authenticator, [1])) == .invalidToken)
            var (elsewhere, unverified) = (authenticator, authenticator)
            elsewhere.origin = "https://evil.example"
            unverified.flags &= ~(1 << 2)
            for forged in [elsewhere, unverified] {
                #expect(try await auth.outcome(try shown(forged)) == .invalidToken)
            }
            authenticator.userHandle = Array(second.key.id.text.utf8)
            let message = try shown(authenticator)
            let told = try await serviceError { try await auth.send(message) }
            #expect(told?.code == .invalidToken && told?.message.contains("does not open the console") == true)
            #expect(auth.log.events("api-key-passkey-refused").count == 4)
            // It cannot be added there either.
            #expect(try await outcome(of: try addition(of: authenticator, to: second), by: second, auth) == .conflict)
        }
    }

    @Test("A passkey whose count decreases is refused as cloned")
    func counter() async throws {
        try await AuthSessionHarness.run { auth in
            var authenticator = try await authenticator(auth, of: try await key(auth))
            authenticator.flags = FakeAuthenticator.keyFlags
            // The first time may still change what the passkey says of itself.
            #expect(try await auth.outcome(try shown(authenticator)) == nil)
            authenticator.signCount = 5
            #expect(try await auth.outcome(try shown(authenticator)) == nil)
            #expect(try await auth.outcome(try shown(authenticator)) == .invalidToken)
            authenticator.signCount = 4
            #expect(try await auth.outcome(try shown(authenticator)) == .invalidToken)
            authenticator.signCount = 6
            #expect(try await auth.outcome(try shown(authenticator)) == nil)
            #expect(auth.log.events("api-key-passkey-refused").count == 2)
        }
    }

    @Test("A wrong attestation is refused, and a key has at most eight passkeys")
    func additions() async throws {
        try await AuthSessionHarness.run { auth in
            let key = try await key(auth)
            var elsewhere = FakeAuthenticator.es256()
            elsewhere.origin = "https://evil.example"
            #expect(try await outcome(of: try addition(of: elsewhere, to: key), by: key, auth) == .invalidRequest)
            #expect(
                try await outcome(of: try addition(of: .es256(), to: key, name: "two\nlines"), by: key, auth)
                    == .invalidRequest)
            for _ in 0..<AddAPIKeyPasskey.maximumPerKey {
                #expect(try await outcome(of: try addition(of: .es256(), to: key), by: key, auth) == nil)
            }
            #expect(try await outcome(of: try addition(of: .es256(), to: key), by: key, auth) == .conflict)
        }
    }
}
