@testable import AuthSession

@Suite("The sign-in methods of the Appwrite account API", .timeLimit(.minutes(10))) struct AppwriteSessionTests {
    @Test("A session stores its sign-in method, and no client info if the method keeps none")
    func signInMethod() async throws {
        try await AuthSessionHarness.run { auth in
            var client = ClientInfo()
            client.userAgent = "Canary/1.0"
            client.address = Personal("192.0.2.77")
            var request = SignIn.of(.anna, .opaque)
            request.signInMethod = .appwrite
            let signedIn = try await auth.send(request, client)
            #expect(signedIn.session.signInMethod == .appwrite && signedIn.session.client == SessionClient())
            #expect(try await auth.authenticate(signedIn.tokens.secret).principal?.signInMethod == .appwrite)
            #expect(auth.count(SessionMetrics.signIns, ["method": "appwrite", "outcome": "success"]) == 1)
            request.password = SecretText("wrong")
            #expect(try await auth.outcome(request) == .wrongCredentials)
            #expect(auth.log.events("sign-in-refused").map { $0.metadata["method"] } == ["appwrite"])
        }
    }

    @Test("A password is refused for every other sign-in method", arguments: [SignInMethod.anonymous, .apple, .issuer])
    func otherMethods(_ signInMethod: SignInMethod) async throws {
        try await AuthSessionHarness.run { auth in
            var request = SignIn.of(.anna)
            request.signInMethod = signInMethod
            let outcome = try await auth.outcome(request)
            #expect(outcome == .invalidRequest)
            #expect(auth.identity.clients.isEmpty)
        }
    }

    @Test("An anonymous sign-in makes an account and a long session")
    func anonymous() async throws {
        try await AuthSessionHarness.run { auth in
            let signedIn = try await auth.send(SignInAnonymously(kind: .opaque))
            #expect(auth.identity.anonymous == [signedIn.profile.account])
            #expect(signedIn.session.signInMethod == .anonymous)
            #expect(signedIn.session.expiresAt == .start.adding(seconds: 365 * day))
            #expect(try await auth.refusal(signedIn.tokens.secret) == nil)
            #expect(auth.count(SessionMetrics.signIns, ["method": "anonymous", "outcome": "success"]) == 1)
        }
    }

    @Test("An anonymous account is erased if its session cannot begin")
    func withoutSession() async throws {
        try await AuthSessionHarness.run { auth in
            let refusal = try await auth.outcome(SignInAnonymously(kind: .external))
            #expect(refusal == .invalidRequest)
            #expect(auth.identity.anonymous.count == 1 && auth.identity.erased == auth.identity.anonymous)
        }
    }

    @Test("An anonymous account is erased if the app hangs up during its creation, also once it was made late")
    func hungUp() async throws {
        try await AuthSessionHarness.run { auth in
            let (arrivals, arrive) = AsyncStream.makeStream(of: Void.self)
            let (releases, release) = AsyncStream.makeStream(of: Never.self)
            auth.identity.holdAnswers {
                arrive.yield()
                for await _ in releases {}
            }
            let signIn = Task { try await auth.send(SignInAnonymously(kind: .opaque)) }
            for await _ in arrivals { break }
            signIn.cancel()
            await #expect(throws: BusError.self) { _ = try await signIn.value }
            let account = try #require(auth.identity.anonymous.first)
            #expect(await eventually { auth.identity.erased == [account] })
            release.finish()
            // Identity may have made it behind the erasure.
            #expect(
                await eventually {
                    auth.clock.advance(seconds: UnusedAccounts.rest)
                    auth.signalPurge()
                    return auth.identity.erased == [account, account]
                })
        }
    }

    @Test("An anonymous account is erased if identity's answer is lost, and not if identity refused to make it")
    func lostAnswer() async throws {
        struct Lost: Error {}
        try await AuthSessionHarness.run { auth in
            auth.identity.holdAnswers { throw ServiceError(.overloaded, "not now") }
            #expect(try await auth.outcome(SignInAnonymously(kind: .opaque)) == .overloaded)
            #expect(auth.identity.erased.isEmpty)
            auth.identity.holdAnswers { throw Lost() }
            await #expect(throws: BusError.self) { _ = try await auth.send(SignInAnonymously(kind: .opaque)) }
            let lost = try #require(auth.identity.anonymous.last)
            #expect(auth.identity.anonymous.count == 2 && auth.identity.erased == [lost])
        }
    }

    @Test("Only an anonymous account is erased with its last session")
    func abandoned() async throws {
        try await AuthSessionHarness.run { auth in
            let nobody = try await auth.send(SignInAnonymously(kind: .opaque))
            let anna = try await auth.signIn(.anna, .opaque)
            auth.signalPurge()
            _ = try await auth.send(EndSession(account: .anna, session: anna.session.session))
            _ = try await auth.send(EndSession(account: nobody.profile.account, session: nobody.session.session))
            auth.signalPurge()
            #expect(await eventually { auth.identity.erased == [nobody.profile.account] })
        }
    }

    @Test("Extending a session counts as use, and needs its own account and a living session")
    func extending() async throws {
        try await AuthSessionHarness.run { auth in
            let signedIn = try await auth.signIn(.anna, .opaque)
            let id = signedIn.session.session
            auth.clock.advance(seconds: 300 * day)
            let extended = try await auth.send(ExtendSession(account: .anna, session: id))
            #expect(extended.lastActivityAt == .start.adding(seconds: 300 * day))
            #expect(extended.expiresAt == .start.adding(seconds: 665 * day))
            #expect(extended.createdAt == .start && extended.session == id)
            auth.clock.advance(seconds: 300 * day)
            #expect(try await auth.refusal(signedIn.tokens.secret) == nil)
            #expect(try await auth.outcome(ExtendSession(account: .ben, session: id)) == .notFound)
            #expect(try await auth.outcome(ExtendSession(account: .anna, session: .named("none"))) == .notFound)
            _ = try await auth.send(EndSession(account: .anna, session: id))
            #expect(try await auth.outcome(ExtendSession(account: .anna, session: id)) == .notFound)

            let other = try await auth.signIn(.anna, .opaque).session.session
            auth.clock.advance(seconds: 365 * day)
            #expect(try await auth.outcome(ExtendSession(account: .anna, session: other)) == .notFound)
        }
    }

    @Test(
        "A session's token signs in until it ends, and no longer than the session lives",
        arguments: [SessionKind.opaque, .rotating])
    func token(_ kind: SessionKind) async throws {
        try await AuthSessionHarness.run { auth in
            let signedIn = try await auth.signIn(.anna, kind)
            let id = signedIn.session.session
            let issued = try await auth.send(IssueSessionToken(account: .anna, session: id, lifetime: 900))
            #expect(issued.expiresAt == .start.adding(seconds: 900))
            let claims = try #require(base64URLDecoded(issued.token.value.split(separator: ".")[1].utf8))
            let named = try JSONDecoder().decode([String: ClaimValue].self, from: Data(claims))
            guard case .text("anna") = named["userId"], case .text(id.text) = named["sessionId"] else {
                Issue.record("an app of Appwrite does not find whose token it is")
                return
            }
            let principal = try #require(try await auth.authenticate(issued.token).principal)
            #expect(principal.account == .anna && principal.session == id && principal.expiresAt == issued.expiresAt)
            // It opens nothing that lasts longer than itself.
            #expect(try await auth.outcome(RefreshSession(token: issued.token)) == .invalidToken)
            #expect(try await auth.refusal(issued.token) == nil)
            auth.clock.advance(seconds: 900)
            #expect(try await auth.refusal(issued.token) == .tokenExpired)

            let second = try await auth.send(IssueSessionToken(account: .anna, session: id, lifetime: 900)).token
            _ = try await auth.send(EndSession(account: .anna, session: id))
            #expect(try await auth.refusal(second) == .invalidToken)
        }
    }

    @Test("Introspection tells Appwrite's credentials from access tokens, and they cannot be exchanged")
    func introspection() async throws {
        try await AuthSessionHarness.run { auth in
            var request = SignIn.of(.anna, .opaque)
            request.signInMethod = .appwrite
            for signedIn in [try await auth.send(request), try await auth.send(SignInAnonymously(kind: .opaque))] {
                let (account, session) = (signedIn.session.account, signedIn.session.session)
                let issued = IssueSessionToken(account: account, session: session, lifetime: 900)
                for token in [try #require(signedIn.tokens.secret), try await auth.send(issued).token] {
                    let living = try #require(try await auth.send(IntrospectToken(token: token)).token)
                    #expect(living.kind == .appwrite && living.audiences == ["balise/v1/account"])
                    #expect(living.account == account && living.session == session)
                    let exchange = ExchangeToken(subjectToken: token, audience: nil, program: nil)
                    #expect(try await auth.outcome(exchange) == .invalidToken)
                }
            }
            let opaque = try #require(try await auth.signIn(.anna, .opaque).tokens.secret)
            let living = try #require(try await auth.send(IntrospectToken(token: opaque)).token)
            #expect(living.kind == .access && living.audiences.isEmpty)
        }
    }

    @Test("A session token needs the account's own living session, and lasts an hour at most")
    func noToken() async throws {
        try await AuthSessionHarness.run {
            $0.sessions.rememberedIdleLimit = .seconds(1000)
        } _: { auth in
            let id = try await auth.signIn(.anna, .opaque).session.session
            func ask(_ account: AccountID, _ session: SessionID, _ lifetime: Int64) async throws -> ErrorCode? {
                try await auth.outcome(IssueSessionToken(account: account, session: session, lifetime: lifetime))
            }
            #expect(try await ask(.anna, id, 0) == .invalidRequest)
            #expect(try await ask(.anna, id, 3601) == .invalidRequest)
            #expect(try await ask(.ben, id, 900) == .notFound)
            #expect(try await ask(.anna, .named("none"), 900) == .notFound)
            let long = try await auth.send(IssueSessionToken(account: .anna, session: id, lifetime: 3600))
            #expect(long.expiresAt == .start.adding(seconds: 1000))
            auth.clock.advance(seconds: 1000)
            #expect(try await ask(.anna, id, 900) == .notFound)
        }
    }
}
