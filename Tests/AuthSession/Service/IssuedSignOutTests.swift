@testable import AuthSession

@Suite("Signing out with tokens of identity providers", .timeLimit(.minutes(10))) struct IssuedSignOutTests {
    enum Way: String, CaseIterable, Sendable {
        case session, others, revocation, logoutOfSession, logoutOfSubject, disabled, erased, signedOut

        func take(_ it: IssuerHarness, _ principal: Principal, _ token: SecretText) async throws {
            let account = try #require(principal.account)
            switch self {
            case .session:
                _ = try await it.auth.send(EndSession(account: account, session: try #require(principal.session)))
            case .others: _ = try await it.auth.send(EndOtherSessions(account: account))
            case .revocation: _ = try await it.auth.send(RevokeToken(token: token))
            case .logoutOfSession:
                let logout = try it.issuer.logoutToken(session: "one", at: it.now)
                _ = try await it.auth.send(TakeLogoutToken(token: SecretText(logout)))
            case .logoutOfSubject:
                let logout = try it.issuer.logoutToken(subject: IssuerHarness.subject, at: it.now)
                _ = try await it.auth.send(TakeLogoutToken(token: SecretText(logout)))
            case .disabled: try await it.auth.identity.publish(account, .disabled)
            case .erased: try await it.auth.identity.publish(account, nil)
            case .signedOut:
                try await it.auth.identity.publish(account, .active, sessionsEndBefore: it.auth.clock.now())
            }
        }

        var refusal: ErrorCode { self == .disabled || self == .erased ? .accountGone : .invalidToken }
    }

    @Test("After a sign-out, earlier tokens stay refused and later ones are accepted", arguments: Way.allCases)
    func staysRefused(_ way: Way) async throws {
        let folder = try TemporaryFolder()
        let clock = SetClock()
        try await OpenIDIssuer.run { issuer in
            var tokens: [SecretText] = []
            try await IssuerHarness.run(with: issuer, in: folder, clock: clock) { it in
                let token = try it.token(session: "one", lifetime: 10 * day)
                // Issued for the same session, and not shown before it ends.
                let unseen = try it.token(session: "one", lifetime: 9 * day)
                tokens = [token, unseen]
                let principal = try #require(try await it.principal(token))
                it.auth.clock.advance(seconds: 5)
                try await way.take(it, principal, token)
                #expect(try await eventually { try await it.show(token).refusal != nil }, "the session ends")
                for token in tokens { #expect(try await it.show(token).refusal == way.refusal) }
                #expect(try await it.auth.credentials().changes.map(\.key).count == 1)
                it.auth.clock.advance(seconds: 1)
                let later = try await it.principal(try it.token(session: "one"))
                #expect(way == .disabled ? later == nil : later != nil && later?.session != principal.session)
                for token in tokens { #expect(try await it.show(token).refusal == way.refusal) }
            }
            try await IssuerHarness.run(with: issuer, in: folder, clock: clock) { it in
                for token in tokens {
                    let refusal = try await it.show(token).refusal
                    #expect(refusal == way.refusal)
                }
            }
        }
    }

    @Test("A token without a time of issue is accepted before the sign-out and refused after it")
    func undated() async throws {
        try await IssuerHarness.run { it in
            func undated(_ number: Int) throws -> SecretText {
                var draft = it.issuer.draft(for: "x", session: "one", at: it.now)
                draft.claims["iat"] = nil
                draft.claims["jti"] = "\"\(number)\""
                return SecretText(try draft.signed(by: it.issuer.key))
            }
            #expect(try await it.show(try undated(1)).refusal == nil)
            _ = try await it.auth.send(RevokeToken(token: try undated(1)))
            #expect(try await it.show(try undated(2)).refusal == .invalidToken)
        }
    }

    @Test("A token of another kind is refused as a logout token")
    func noLogouts() async throws {
        try await IssuerHarness.run { it in
            let token = try it.token(session: "one")
            #expect(try await it.show(token).refusal == nil)
            // The provider may be asked again, for the name of a key that it does not have.
            it.auth.clock.advance(seconds: 60)
            let event = "http://schemas.openid.net/event/backchannel-logout"
            let changes: [(inout TokenDraft) -> Void] = [
                { $0.claims["events"] = nil }, { $0.claims["events"] = "{}" }, { $0.claims["events"] = "null" },
                { $0.claims["events"] = #"{"\#(event)":true}"# }, { $0.claims["events"] = #"["\#(event)"]"# },
                { $0.claims["nonce"] = #""n""# }, { $0.claims["nonce"] = "null" }, { $0.claims["jti"] = nil },
                { $0.claims["jti"] = #""""# }, { $0.claims["jti"] = "1" }, { $0.claims["iat"] = nil },
                { $0.claims["exp"] = nil }, { $0.claims["exp"] = "\(it.now - 60)" },
                { $0.claims["iat"] = "\(it.now + 61)" }, { $0.claims["aud"] = #""another""# },
                { $0.claims["iss"] = #""https://another.example""# }, { $0.header["typ"] = #""at+jwt""# },
                { $0.header["alg"] = #""none""# }, { $0.header["kid"] = #""another""# },
                {
                    $0.claims["sub"] = nil; $0.claims["sid"] = nil
                },
            ]
            for change in changes {
                var draft = it.issuer.logoutDraft(subject: IssuerHarness.subject, session: "one", at: it.now)
                change(&draft)
                let logout = SecretText(try draft.signed(by: it.issuer.key))
                #expect(try await it.auth.outcome(TakeLogoutToken(token: logout)) == .invalidRequest, "\(draft)")
            }
            var forged = it.issuer.logoutDraft(subject: IssuerHarness.subject, session: nil, at: it.now)
            #expect(
                try await it.auth.outcome(TakeLogoutToken(token: SecretText(try forged.signed(by: .newRSA()))))
                    == .invalidRequest)
            forged.header["alg"] = #""none""#
            for text in [try forged.signed(by: .none), token.value, "", "a.b.c"] {
                #expect(try await it.auth.outcome(TakeLogoutToken(token: SecretText(text))) == .invalidRequest)
            }
            #expect(it.auth.log.events("issuer-logout-refused").count == changes.count + 5)
            #expect(try await it.show(token).refusal == nil)
        }
    }

    @Test(
        "A logout token may leave its type out, or be a plain JWT",
        arguments: [nil, "JWT", "logout+jwt", "application/logout+JWT"])
    func types(_ type: String?) async throws {
        try await IssuerHarness.run { it in
            let token = try it.token(session: "one")
            #expect(try await it.show(token).refusal == nil)
            var draft = it.issuer.logoutDraft(subject: nil, session: "one", at: it.now)
            draft.header["typ"] = type.map(TokenDraft.text)
            let outcome = try await it.auth.outcome(
                TakeLogoutToken(token: SecretText(try draft.signed(by: it.issuer.key))))
            #expect(outcome == nil)
            #expect(try await it.show(token).refusal == .invalidToken)
        }
    }

    @Test("Without trusted providers every identity token and logout is refused")
    func nobody() async throws {
        try await OpenIDIssuer.run { issuer in
            try await AuthSessionHarness.run { auth in
                let now = auth.clock.now().rawValue / 1000
                #expect(try await auth.refusal(SecretText(try issuer.token(for: "x", at: now))) == .invalidToken)
                let logout = SecretText(try issuer.logoutToken(subject: "x", at: now))
                #expect(try await auth.outcome(TakeLogoutToken(token: logout)) == .invalidRequest)
                #expect(issuer.keyReadings == 0)
            }
        }
    }

    @Test("The next start ends the sessions of a provider that is no longer trusted")
    func removed() async throws {
        let folder = try TemporaryFolder()
        let clock = SetClock()
        try await OpenIDIssuer.run { issuer in
            try await IssuerHarness.run(with: issuer, in: folder, clock: clock) { it in
                #expect(try await it.show(try it.token()).refusal == nil)
                _ = try await it.auth.signIn(.ben)
            }
            try await AuthSessionHarness.run(in: folder, clock: clock) { auth in
                let ended = auth.log.events("session-ended").map { $0.metadata["reason"] }
                let others = try await auth.send(ListSessions(account: .ben))
                #expect(ended == ["issuer-removed"] && others.count == 1)
            }
        }
    }
}
