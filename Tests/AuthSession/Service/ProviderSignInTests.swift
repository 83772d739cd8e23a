@testable import AuthSession

@Suite("Signing in by a provider's web page", .timeLimit(.minutes(10))) struct ProviderSignInTests {
    @Test("A sign-in begins a session for its app, with or without a secret of the client", arguments: [true, false])
    func signsIn(hasSecret: Bool) async throws {
        try await ProviderSignInHarness.run(hasSecret: hasSecret) { here in
            let told = try await here.come()
            #expect(told["state"] == "the app's state" && told["error"] == nil)
            let signedIn = try await here.auth.send(here.redeem(told["code"]))
            #expect(signedIn.session.signInMethod == .issuer && signedIn.session.kind == .rotating)
            let principal = try #require(try await here.auth.authenticate(signedIn.tokens.accessToken).principal)
            #expect(principal.account == signedIn.profile.account)
            #expect(try #require(principal.signedInAt) >= .start)
            let told2 = try await here.come("https://app.example/back?from=balise")
            let again = try await here.auth.send(here.redeem(told2["code"]))
            #expect(again.profile.account == signedIn.profile.account)
            #expect(here.auth.identity.issuedAccounts == 1)
            #expect(
                here.auth.count(
                    SessionMetrics.providerSignIns, ["issuer": IssuerHarness.name, "outcome": "success"]) == 2)
            for line in here.auth.log.lines {
                for secret in [IssuerHarness.subject, told["code"] ?? "none", CodeFlow.secret] {
                    #expect(!line.text.contains(secret), "\(line.text)")
                }
            }
        }
    }

    @Test("The provider is asked only for what is set, and does not see what ties its answer to the sign-in")
    func asks() async throws {
        try await ProviderSignInHarness.run { here in
            let begun = try await here.begin()
            let asked = CodeFlow.parameters(
                begun.location.value.split(separator: "?", maxSplits: 1).last.map(String.init) ?? "")
            #expect(asked["scope"] == "openid email profile" && asked["redirect_uri"] == ProviderSignInHarness.callback)
            #expect(asked["nonce"]?.utf8.count == 64 && asked["code_challenge"]?.utf8.count == 43)
            #expect(asked["code_challenge"] != PKCE.challenge(of: ProviderSignInHarness.verifier))
            #expect(asked["state"]?.contains("app") == false)
            // Its tokens are no credentials.
            let token = try here.it.token(claims: ["aud": TokenDraft.text(CodeFlow.clientID)])
            #expect(try await here.auth.refusal(token) == .invalidToken)
        }
    }

    @Test("A sign-in begins only for a registered address, at a known provider, with a challenge")
    func refusesToBegin() async throws {
        try await ProviderSignInHarness.run { here in
            for uri in ["com.evil:/in", "com.example.app:/signed-in/more"] {
                let refusal = try await serviceError { try await here.begin(redirectURI: uri) }
                #expect(refusal?.code == .invalidRequest)
            }
            let plain = try await serviceError { try await here.begin(challenge: "plain") }
            let long = try await serviceError { try await here.begin(state: String(repeating: "x", count: 513)) }
            let unknown = try await serviceError { try await here.begin(provider: "other") }
            #expect([plain?.code, long?.code, unknown?.code] == [.invalidRequest, .invalidRequest, .notFound])
        }
    }

    @Test(
        "A sign-out at the provider ends the session, as it ends the person's others",
        arguments: ["session", "subject"])
    func endsWithTheProvider(_ named: String) async throws {
        try await ProviderSignInHarness.run { here in
            here.issuer.codeFlow.script { $0.change = Self.session("provider's one") }
            let mine = try await here.auth.send(here.redeem(try await here.come()["code"]))
            here.issuer.codeFlow.script { $0.change = Self.session("provider's two") }
            let other = try await here.auth.send(here.redeem(try await here.come()["code"]))
            // A code that was not redeemed yet is from before the logout as well.
            let late = try await here.come()["code"]
            let logout =
                named == "session"
                ? try here.issuer.logoutToken(
                    subject: IssuerHarness.subject, session: "provider's one", audience: CodeFlow.clientID,
                    at: here.it.now)
                : try here.issuer.logoutToken(
                    subject: IssuerHarness.subject, audience: CodeFlow.clientID, at: here.it.now)
            _ = try await here.auth.send(TakeLogoutToken(token: SecretText(logout)))
            let counted = ["issuer": IssuerHarness.name, "outcome": "success"]
            #expect(here.auth.count(SessionMetrics.logouts, counted) == 1)
            #expect(try await here.auth.refusal(mine.tokens.accessToken) == .invalidToken)
            #expect(try await here.auth.refusal(other.tokens.accessToken) == (named == "session" ? nil : .invalidToken))
            #expect(try await here.auth.outcome(here.redeem(late)) == (named == "session" ? nil : .invalidToken))
            // A user who signs in there again is accepted.
            here.auth.clock.advance(seconds: 5)
            here.issuer.codeFlow.script {
                $0.now = here.it.now
                $0.change = Self.session("provider's three")
            }
            let again = try await here.auth.send(here.redeem(try await here.come()["code"]))
            #expect(try await here.auth.refusal(again.tokens.accessToken) == nil)
        }
    }

    /// Has the identity token name a session of the provider.
    private static func session(_ id: String) -> @Sendable (inout TokenDraft) -> Void {
        { $0.claims["sid"] = TokenDraft.text(id) }
    }

    // MARK: States

    private struct StateCase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reason: String
        let finish: @Sendable (ProviderSignInHarness) async throws -> Void
    }

    private static let stateCases = [
        StateCase(testDescription: "made up", reason: "state") { here in
            let begun = try await here.begin()
            var answer = try here.answer(to: begun)
            answer["state"] = base64URL([UInt8](repeating: 7, count: 200))
            _ = try await here.finish(answer, binding: begun.binding)
        },
        StateCase(testDescription: "changed", reason: "state") { here in
            let begun = try await here.begin()
            var answer = try here.answer(to: begun)
            answer["state"] = (answer["state"] ?? "").replacing(/^./, with: { $0.output == "A" ? "B" : "A" })
            _ = try await here.finish(answer, binding: begun.binding)
        },
        StateCase(testDescription: "a sign-in code", reason: "state") { here in
            let begun = try await here.begin()
            var answer = try here.answer(to: begun)
            answer["state"] = try await here.come()["code"]
            _ = try await here.finish(answer, binding: begun.binding)
        },
        StateCase(testDescription: "used", reason: "state-used") { here in
            let begun = try await here.begin()
            let answer = try here.answer(to: begun)
            _ = try await here.finish(answer, binding: begun.binding)
            _ = try await here.finish(answer, binding: begun.binding)
        },
        StateCase(testDescription: "used, for another answer", reason: "state-used") { here in
            let begun = try await here.begin()
            let (first, second) = (try here.answer(to: begun), try here.answer(to: begun))
            #expect(first["code"] != second["code"])
            _ = try await here.finish(first, binding: begun.binding)
            _ = try await here.finish(second, binding: begun.binding)
        },
        StateCase(testDescription: "over", reason: "state-expired") { here in
            let begun = try await here.begin()
            let answer = try here.answer(to: begun)
            here.auth.clock.advance(seconds: 600)
            _ = try await here.finish(answer, binding: begun.binding)
        },
        StateCase(testDescription: "in another browser", reason: "browser") { here in
            let (begun, other) = (try await here.begin(), try await here.begin())
            _ = try await here.finish(try here.answer(to: begun), binding: other.binding)
        },
        StateCase(testDescription: "in a browser that shows nothing", reason: "browser") { here in
            _ = try await here.finish(try here.answer(to: try await here.begin()), binding: nil)
        },
        StateCase(testDescription: "at another provider", reason: "state-of-another") { here in
            let begun = try await here.begin()
            _ = try await here.finish(try here.answer(to: begun), binding: begun.binding, provider: "other")
        },
    ]

    @Test("An unknown state is refused and logged", arguments: stateCases)
    private func states(_ example: StateCase) async throws {
        try await ProviderSignInHarness.run { here in
            let refusal = try await serviceError { try await example.finish(here) }
            #expect(refusal?.code == .invalidToken)
            #expect(here.reasons == [example.reason])
        }
    }

    // MARK: Answers

    private struct AnswerCase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reason: String
        var error = "server_error"
        var script: @Sendable (inout CodeFlow.Script) -> Void = { _ in }
        var change: @Sendable (inout [String: String], OpenIDIssuer) throws -> Void = { _, _ in }
    }

    private static func token(
        _ name: String, _ reason: String, _ change: @escaping @Sendable (inout TokenDraft) -> Void
    ) -> AnswerCase {
        AnswerCase(testDescription: name, reason: "token: \(reason)", script: { $0.change = change })
    }

    private static let answerCases = [
        AnswerCase(testDescription: "the person says no", reason: "denied", error: "access_denied") {
            $0.fault = .denied
        },
        AnswerCase(testDescription: "the person says no to Apple", reason: "denied", error: "access_denied") {
            $0.fault = .pageError("user_cancelled_authorize")
        },
        AnswerCase(testDescription: "the page fails", reason: "provider-error: server_error") {
            $0.fault = .pageError("server_error")
        },
        AnswerCase(testDescription: "the page's word is none", reason: "provider-error: another word") {
            $0.fault = .pageError("x\nevent=sign_in")
        },
        AnswerCase(testDescription: "another issuer answers", reason: "issuer-of-answer") {
            $0.fault = .answerOf("https://evil.example")
        },
        AnswerCase(testDescription: "the issuer is left out", reason: "issuer-of-answer") { $0.fault = .answerOf(nil) },
        AnswerCase(testDescription: "no code", reason: "no-code", change: { answer, _ in answer["code"] = nil }),
        AnswerCase(
            testDescription: "a made-up code", reason: "code-refused: invalid_grant",
            change: { answer, _ in answer["code"] = "code-999" }),
        AnswerCase(
            testDescription: "another sign-in's code", reason: "code-refused: invalid_grant",
            change: { answer, issuer in
                let other =
                    "response_type=code&client_id=\(CodeFlow.clientID)&state=s&code_challenge_method=S256&nonce=n"
                    + "&code_challenge=c&scope=openid&redirect_uri=\(ProviderSignInHarness.callback)"
                let place = try #require(issuer.codeFlow.answer(other, of: issuer.issuer))
                answer["code"] = CodeFlow.parameters(String(place.split(separator: "?")[1]))["code"]
            }),
        AnswerCase(
            testDescription: "the client is not known", reason: "code-refused: invalid_client",
            script: { $0.fault = .tokens(401, #"{"error":"invalid_client"}"#) }),
        AnswerCase(
            testDescription: "the token endpoint fails",
            reason: "unreachable: the token endpoint has the status 500", error: "temporarily_unavailable",
            script: { $0.fault = .tokens(500, "") }),
        AnswerCase(
            testDescription: "the token endpoint does not answer",
            reason: "unreachable: the token endpoint: no answer came in time", error: "temporarily_unavailable",
            script: { $0.fault = .noTokens }),
        AnswerCase(
            testDescription: "no JSON", reason: "malformed: the token endpoint answers no JSON object",
            script: { $0.fault = .tokens(200, "<html>") }),
        AnswerCase(
            testDescription: "no identity token", reason: "malformed: the token endpoint answers without id_token",
            script: { $0.fault = .tokens(200, #"{"access_token":"a"}"#) }),
        AnswerCase(
            testDescription: "an identity token that is none", reason: "token: malformed",
            script: { $0.fault = .tokens(200, #"{"id_token":"a.b.c"}"#) }),
        AnswerCase(testDescription: "another key", reason: "token: signature", script: { $0.key = .p256(.init()) }),
        token("for another client", "audience") { $0.claims["aud"] = #""another""# },
        token("for several without a party", "authorized-party") {
            $0.claims["aud"] = #"["\#(CodeFlow.clientID)","another"]"#
        },
        token("for another party", "authorized-party") { $0.claims["azp"] = #""another""# },
        token("with another nonce", "nonce") { $0.claims["nonce"] = #""n""# },
        token("without a nonce", "nonce") { $0.claims["nonce"] = nil },
        token("beside another access token", "access-token-hash") {
            $0.claims["at_hash"] = #""AAAAAAAAAAAAAAAAAAAAAA""#
        },
    ]

    @Test("The app is told of an answer that does not count, and the log gives the reason", arguments: answerCases)
    private func answers(_ example: AnswerCase) async throws {
        try await ProviderSignInHarness.run { here in
            here.issuer.codeFlow.script(example.script)
            let begun = try await here.begin()
            var answer = try here.answer(to: begun)
            try example.change(&answer, here.issuer)
            let place = try await here.finish(answer, binding: begun.binding)
            let told = CodeFlow.parameters(String(place.split(separator: "?")[1]))
            #expect(told["error"] == example.error && told["code"] == nil && told["state"] == "the app's state")
            #expect(told["error_description"]?.isEmpty == false)
            #expect(here.reasons == [example.reason])
            #expect(here.auth.identity.told.isEmpty)
        }
    }

    @Test("A sign-in fails at its beginning when the provider's document is unreadable or another's")
    func discovery() async throws {
        for fault in [ProviderFault.status(500), .down, .discovery("{}"), .discovery(#"{"issuer":"https://evil"}"#)] {
            try await ProviderSignInHarness.run { here in
                here.issuer.fail(fault)
                let refusal = try await serviceError { try await here.begin() }
                #expect(refusal?.code == .unavailable && refusal?.retryAfter == 60)
                #expect(here.reasons.count == 1)
                here.issuer.fail(.none)
                here.auth.clock.advance(seconds: 5)
                _ = try await here.begin()
            }
        }
    }
}
