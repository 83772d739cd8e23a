@testable import AuthSession

@Suite("Exchanging tokens", .timeLimit(.minutes(10))) struct ExchangeTests {
    private func exchange(
        _ token: SecretText, _ it: IssuerHarness, audience: String? = nil, program: String? = "breizhgo"
    ) async throws -> ExchangeToken.Reply {
        try await it.auth.send(ExchangeToken(subjectToken: token, audience: audience, program: program))
    }

    @Test("A provider's token is exchanged for a short one of one program and the same session")
    func issued() async throws {
        try await IssuerHarness.run { it in
            let token = try it.token()
            let made = try await exchange(token, it)
            #expect(made.audience == "balise" && made.program == "breizhgo")
            #expect(made.expiresAt == .start.adding(seconds: 600))
            let principal = try #require(try await it.principal(made.token))
            #expect(principal.account == made.account && principal.session == made.session)
            #expect(
                principal.programs == ["breizhgo"] && principal.token == made.id && principal.signInMethod == .issuer)
            #expect(try await it.principal(token)?.session == made.session)
            let claims = try #require(SignedToken(made.token, maximumLength: 4096)).claims
            let members = try #require(try JSONSerialization.jsonObject(with: claims) as? [String: Any])
            #expect(Set(members.keys) == ["iss", "sub", "sid", "aud", "jti", "program", "iat", "exp"])
            #expect(members["aud"] as? String == "balise" && members["jti"] as? String == made.id.text)
            #expect(it.auth.count(SessionMetrics.exchanges, ["outcome": "success"]) == 1)
            it.auth.clock.advance(seconds: 600)
            #expect(try await it.show(made.token).refusal == .tokenExpired)
        }
    }

    @Test("An exchanged token ends no later than its subject token and the session")
    func ends() async throws {
        try await IssuerHarness.run(settings: { $0.sessions.rememberedIdleLimit = .seconds(300) }) { it in
            #expect(try await exchange(try it.token(lifetime: 90), it).expiresAt == .start.adding(seconds: 90))
            #expect(try await exchange(try it.token(), it).expiresAt == .start.adding(seconds: 300))
            let late = try it.token(lifetime: 90)
            it.auth.clock.advance(seconds: 90)
            // The token itself still counts within its leeway; nothing is made of it.
            #expect(try await it.show(late).refusal == nil)
            #expect(
                try await it.auth.outcome(ExchangeToken(subjectToken: late, audience: nil, program: "breizhgo"))
                    == .tokenExpired)
        }
    }

    @Test("An access token of another sign-in method is exchanged without a program")
    func own() async throws {
        try await IssuerHarness.run { it in
            let rotating = try #require(try await it.auth.signIn(.anna).tokens.accessToken)
            let opaque = try #require(try await it.auth.signIn(.ben, .opaque).tokens.secret)
            for token in [rotating, opaque] {
                let made = try await exchange(token, it, program: nil)
                let principal = try #require(try await it.principal(made.token))
                #expect(principal.programs == nil && principal.token == made.id && made.program == nil)
                let asked = ExchangeToken(subjectToken: token, audience: nil, program: "breizhgo")
                #expect(try await it.auth.outcome(asked) == .forbidden)
            }
        }
    }

    @Test("The exchange reports a planned erasure, and cancels it after a recent sign-in")
    func pendingErasure() async throws {
        try await IssuerHarness.run { it in
            let made = try await exchange(try it.token(), it)
            try await it.auth.identity.scheduleErasure(of: made.account)
            #expect(try await eventually { try await it.auth.refusal(made.token) != nil })
            it.auth.clock.advance(seconds: 400)
            let token = try it.token()
            func ask(_ token: SecretText, _ cancels: Bool?) async throws -> ErrorCode? {
                try await it.auth.outcome(
                    ExchangeToken(subjectToken: token, audience: nil, program: "breizhgo", cancelsErasure: cancels))
            }
            #expect(try await it.show(token).refusal == .accountGone)
            #expect(try await ask(token, nil) == .erasurePending)
            let old = try it.token(claims: ["auth_time": "\(it.now - 400)"])
            #expect(try await ask(old, true) == .signInTooOld)
            #expect(try await ask(token, true) == nil)
            #expect(try await it.principal(token)?.account == made.account)
        }
    }

    @Test("An exchanged token can be neither exchanged nor refreshed")
    func notAgain() async throws {
        try await IssuerHarness.run { it in
            let made = try await exchange(try it.token(), it)
            let again = ExchangeToken(subjectToken: made.token, audience: nil, program: nil)
            #expect(try await it.auth.outcome(again) == .invalidToken)
            #expect(try await it.auth.outcome(RefreshSession(token: made.token)) == .invalidToken)
            let garbage = ExchangeToken(subjectToken: SecretText("garbage"), audience: nil, program: nil)
            #expect(try await it.auth.outcome(garbage) == .invalidToken)
        }
    }

    @Test("Another audience needs the operator's setting, and its token is invalid here")
    func audiences() async throws {
        try await IssuerHarness.run(settings: { $0.oauth.audiences = ["https://maps.example"] }) { it in
            let made = try await exchange(try it.token(), it, audience: "https://maps.example")
            #expect(made.audience == "https://maps.example")
            #expect(try await it.show(made.token).refusal == .invalidToken)
            let living = try #require(try await it.auth.send(IntrospectToken(token: made.token)).token)
            #expect(living.kind == .exchanged && living.audiences == ["https://maps.example"])
            #expect(living.programs == ["breizhgo"] && living.id == made.id)
            #expect(try await exchange(try it.token(), it, audience: "balise").audience == "balise")
            let other = ExchangeToken(subjectToken: try it.token(), audience: "https://evil.example", program: nil)
            #expect(try await it.auth.outcome(other) == .forbidden)
        }
    }

    @Test("The program must be one of the token's, and has to be named where there are several")
    func programs() async throws {
        try await IssuerHarness.run { it in
            func ask(_ program: String?, _ claim: String?) async throws -> ErrorCode? {
                let token = try it.token(claims: claim.map { ["program": $0] } ?? [:])
                return try await it.auth.outcome(ExchangeToken(subjectToken: token, audience: nil, program: program))
            }
            let named = try await ask("rennes", nil)
            #expect(named == nil)
            #expect(try await ask("brest", nil) == .forbidden)
            #expect(try await ask(nil, nil) == .forbidden)
            #expect(try await ask(nil, #""rennes""#) == nil)
            #expect(try await ask("breizhgo", #""rennes""#) == .forbidden)
            #expect(try await ask(nil, "[]") == .forbidden)
        }
    }

    @Test("A provider may require a verified phone number for a program")
    func phone() async throws {
        try await IssuerHarness.run {
            $0.requiresPhone = true
        } _: { it in
            let token = try it.token()
            let asked = ExchangeToken(subjectToken: token, audience: nil, program: "breizhgo")
            #expect(try await it.auth.outcome(asked) == .phoneNotVerified)
            let account = try #require(try await it.principal(token)?.account)
            #expect(it.auth.identity.profilesRead == 1)
            it.auth.identity.verifyPhone(of: account, "+33612345678")
            #expect(try await it.auth.outcome(asked) == nil)
        }
        try await IssuerHarness.run { it in
            _ = try await exchange(try it.token(), it)
            #expect(it.auth.identity.profilesRead == 0)
        }
    }

    @Test("An exchanged token ends with its session or when it is revoked, and the feed tells of both")
    func revoked() async throws {
        try await IssuerHarness.run { it in
            let token = try it.token()
            let (one, two) = (try await exchange(token, it), try await exchange(token, it))
            #expect(one.id != two.id)
            _ = try await it.auth.send(RevokeToken(token: one.token))
            _ = try await it.auth.send(RevokeToken(token: one.token))
            #expect(try await it.show(one.token).refusal == .invalidToken)
            #expect(try await it.auth.send(IntrospectToken(token: one.token)).token == nil)
            #expect(try await it.show(two.token).refusal == nil)
            #expect(try await it.show(token).refusal == nil)
            #expect(try await it.auth.credentials().changes.map(\.key) == [CredentialChange.token(one.id).key])
            _ = try await it.auth.send(EndSession(account: two.account, session: two.session))
            #expect(try await it.show(two.token).refusal == .invalidToken)
            #expect(try await it.auth.credentials().changes.count == 2)
        }
    }

    @Test("Introspection describes each kind of token and changes nothing")
    func introspection() async throws {
        try await IssuerHarness.run { it in
            let token = try it.token(claims: ["program": #""rennes""#])
            let before = try #require(try await it.auth.send(IntrospectToken(token: token)).token)
            #expect(before.kind == .identity && before.account == nil && before.session == nil)
            #expect(before.issuer == it.issuer.issuer && before.audiences == [OpenIDIssuer.audience])
            #expect(before.programs == ["rennes"] && before.issuedAt == .start)
            #expect(before.expiresAt == .start.adding(seconds: 3600))
            #expect(it.auth.identity.told.isEmpty && it.auth.log.events("session-begun").isEmpty)
            let principal = try #require(try await it.principal(token, installation: "a"))
            let after = try #require(try await it.auth.send(IntrospectToken(token: token)).token)
            #expect(after.account == principal.account && after.session == principal.session)

            let tokens = try await it.auth.signIn().tokens
            let access = try #require(tokens.accessToken)
            let used = try #require(tokens.refreshToken)
            for (token, kind) in [(access, IntrospectedTokenKind.access), (used, .refresh)] {
                let living = try #require(try await it.auth.send(IntrospectToken(token: token)).token)
                #expect(living.kind == kind && living.account == .anna && living.issuer == "balise")
            }
            let next = try await it.auth.refresh(tokens.refreshToken)
            let present = try #require(next.refreshToken)
            #expect(try await it.auth.send(IntrospectToken(token: used)).token == nil)
            #expect(try await it.auth.send(IntrospectToken(token: present)).token != nil)
            for garbage in ["", "garbage", "br_x", "bs_x", "a.b.c"] {
                #expect(try await it.auth.send(IntrospectToken(token: SecretText(garbage))).token == nil)
            }
            it.auth.clock.advance(seconds: 10 * day)
            #expect(try await it.auth.send(IntrospectToken(token: token)).token == nil)
            #expect(try await it.auth.send(IntrospectToken(token: access)).token == nil)
        }
    }

    @Test("Revoking any token of a session ends it, and an invalid token is accepted")
    func revocation() async throws {
        try await AuthSessionHarness.run { auth in
            for take in [\SessionTokens.accessToken, \.refreshToken, \.secret] {
                let signedIn = try await auth.signIn(.anna, take == \.secret ? .opaque : .rotating)
                let token = try #require(signedIn.tokens[keyPath: take])
                _ = try await auth.send(RevokeToken(token: token))
                _ = try await auth.send(RevokeToken(token: token))
                #expect(try await auth.send(ListSessions(account: .anna)).isEmpty)
            }
            #expect(
                auth.log.events("session-ended").map { $0.metadata["reason"] } == [
                    "signed-out", "signed-out", "signed-out",
                ])
            for garbage in ["", "garbage", "br_x.1.y.z"] {
                _ = try await auth.send(RevokeToken(token: SecretText(garbage)))
            }
        }
    }
}
