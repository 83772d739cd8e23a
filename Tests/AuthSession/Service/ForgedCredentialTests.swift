@testable import AuthSession

@Suite("Forged tokens of identity providers", .timeLimit(.minutes(10))) struct ForgedCredentialTests {
    private static let own = [
        Forgery("a logout token", .kind) { genuine in
            var draft = genuine.draft(Genuine.user)
            draft.claims["events"] = #"{"http://schemas.openid.net/event/backchannel-logout":{}}"#
            return try draft.signed(by: genuine.key)
        },
        Forgery("signed by somebody else, without the name of a key", .signature) { genuine in
            var draft = genuine.draft(Genuine.user)
            draft.header["kid"] = nil
            return try draft.signed(by: try genuine.sameKind)
        },
        Forgery("of another kind", .kind) { genuine in
            var draft = genuine.draft(Genuine.user)
            draft.header["typ"] = TokenDraft.text("dpop+jwt")
            return try draft.signed(by: genuine.key)
        },
        Forgery("issued more than four hundred days ago", .expired) { genuine in
            var draft = genuine.draft(Genuine.user)
            draft.claims["iat"] = "\(genuine.now - 400 * day)"
            return try draft.signed(by: genuine.key)
        },
    ]

    private static func run(
        _ body: (AuthSessionHarness, _ rsa: OpenIDIssuer, _ p256: OpenIDIssuer) async throws -> Void
    ) async throws {
        try await OpenIDIssuer.run { rsa in
            try await OpenIDIssuer.run(key: .p256(.init())) { p256 in
                var second = IssuerSettings.of(p256, named: "second")
                second.keys = .set(p256.keysURL)
                try await AuthSessionHarness.run {
                    $0.issuers = [IssuerSettings.of(rsa, named: "first"), second]
                } _: {
                    try await body($0, rsa, p256)
                }
            }
        }
    }

    private static func genuine(_ issuer: OpenIDIssuer, _ auth: AuthSessionHarness) -> Genuine {
        let now = auth.clock.now().rawValue / 1000
        return Genuine(key: issuer.key, now: now) { issuer.draft(for: $0, at: now) }
    }

    @Test("A forged token is refused, and only the log has the reason", arguments: [0, 1])
    func refused(_ number: Int) async throws {
        try await Self.run { auth, rsa, p256 in
            let issuer = [rsa, p256][number]
            for forgery in Forgery.all + Self.own {
                let genuine = Self.genuine(issuer, auth)
                // For a key that is not known the provider is asked once a minute.
                let pause: Int64 = [.key, .signature].contains(forgery.reason) ? 60 : 0
                auth.clock.advance(seconds: pause)
                let token = SecretText(try forgery.make(genuine))
                let before = auth.log.events("issued-credential-refused").count
                let refusal = try await auth.refusal(token)
                #expect(refusal == (forgery.reason == .expired ? .tokenExpired : .invalidToken), "\(forgery)")
                let lines = auth.log.events("issued-credential-refused").dropFirst(before)
                #expect(lines.map { $0.metadata["reason"] } == [forgery.reason.rawValue], "\(forgery)")
                auth.clock.advance(seconds: pause)
                let exchange = try await auth.outcome(
                    ExchangeToken(subjectToken: token, audience: nil, program: "breizhgo"))
                #expect(exchange == refusal, "\(forgery)")
                auth.clock.advance(seconds: pause)
                #expect(try await auth.send(IntrospectToken(token: token)).token == nil, "\(forgery)")
                auth.clock.advance(seconds: pause)
                _ = try await auth.send(RevokeToken(token: token))
            }
            #expect(auth.identity.told.isEmpty && auth.log.events("session-begun").isEmpty)
            // The unaltered token is accepted.
            #expect(try await auth.refusal(SecretText(try Self.genuine(issuer, auth).token())) == nil)
        }
    }

    @Test("A trusted provider cannot sign a token of another one")
    func another() async throws {
        try await Self.run { auth, rsa, p256 in
            let now = auth.clock.now().rawValue / 1000
            func forge(_ change: (inout TokenDraft) throws -> Void, by key: IssuerKey) async throws -> String? {
                var draft = rsa.draft(for: Genuine.user, at: now)
                try change(&draft)
                // For a key that is not known the provider is asked once a minute.
                auth.clock.advance(seconds: 60)
                let before = auth.log.events("issued-credential-refused").count
                #expect(try await auth.refusal(SecretText(try draft.signed(by: key))) == .invalidToken)
                return auth.log.events("issued-credential-refused").dropFirst(before).first?.metadata["reason"]
            }
            // With the key and the kid of the other; all that is of the first is what it claims to be.
            let other = p256.draft(for: Genuine.user, at: now)
            try p256.rotate(to: .p256(.init()), named: "another")
            let header = p256.draft(for: Genuine.user, at: now).header
            #expect(try await forge({ $0.header = header }, by: p256.key) == "key")
            #expect(try await forge({ $0.header = other.header }, by: p256.key) == "key")
            // With the kid of the first, which both have.
            try p256.rotate(to: .newRSA(), named: rsa.keyID)
            #expect(try await forge({ _ in }, by: p256.key) == "signature")
            // Genuine but for its issuer.
            #expect(try await forge({ $0.claims["iss"] = TokenDraft.text(p256.issuer) }, by: rsa.key) == "signature")
            // Each by its own keys is who it says.
            let first = try await auth.authenticate(SecretText(try rsa.token(for: Genuine.user, at: now))).principal
            let second = try await auth.authenticate(SecretText(try p256.token(for: Genuine.user, at: now))).principal
            #expect(first != nil && second != nil && first?.account != second?.account)
        }
    }
}
