@testable import AuthSession

/// The changes of an account that end its sessions.
enum AccountNews: Sendable, CaseIterable {
    case disabled, erased, signedOut

    var refusal: ErrorCode { self == .signedOut ? .invalidToken : .accountGone }

    func publish(_ identity: ScriptedIdentity, of account: AccountID, at now: UnixTime) async throws {
        switch self {
        case .disabled: try await identity.publish(account, .disabled, sessionsEndBefore: now)
        case .erased: try await identity.publish(account, nil)
        case .signedOut: try await identity.publish(account, .active, sessionsEndBefore: now)
        }
    }
}

@Suite("Changes of accounts", .timeLimit(.minutes(10))) struct AccountNewsTests {
    @Test("AwaitAccountChanges returns after the sessions have ended", arguments: AccountNews.allCases)
    func awaited(_ news: AccountNews) async throws {
        try await AuthSessionHarness.run { auth in
            for number in 0..<20 {
                let account = try #require(AccountID("person\(number)"))
                let token = try await auth.signIn(account).tokens.accessToken
                try await news.publish(auth.identity, of: account, at: auth.clock.now())
                _ = try await auth.send(AwaitAccountChanges())
                #expect(try await auth.refusal(token) == news.refusal)
            }
        }
    }

    @Test("CheckSession reports a session of a changed account as ended", arguments: AccountNews.allCases)
    func checked(_ news: AccountNews) async throws {
        try await AuthSessionHarness.run { auth in
            for number in 0..<20 {
                let account = try #require(AccountID("person\(number)"))
                let question = CheckSession(account: account, session: try await auth.signIn(account).session.session)
                let context = MessageContext(requestID: "test", timeout: .seconds(60))
                #expect(try await auth.location.send(question, context).isLiving)
                try await news.publish(auth.identity, of: account, at: auth.clock.now())
                #expect(try await !auth.location.send(question, context).isLiving)
            }
        }
    }

    @Test("A change during a sign-in leaves no session alive", arguments: AccountNews.allCases)
    func duringSignIn(_ news: AccountNews) async throws {
        try await AuthSessionHarness.run { auth in
            // The end of an earlier session shows that the news has arrived.
            let earlier = try await auth.signIn().tokens.accessToken
            auth.identity.holdAnswers {
                try await news.publish(auth.identity, of: .anna, at: auth.clock.now())
                #expect(try await eventually { try await auth.refusal(earlier) != nil }, "the news arrives")
            }
            #expect(try await auth.outcome(SignIn.of(.anna)) == .wrongCredentials)
            #expect(try await auth.send(ListSessions(account: .anna)).isEmpty)
            #expect(auth.log.events("sign-in-refused").count == 1)
        }
    }

    @Test("A reopened account can be signed in to, and its ended sessions stay ended")
    func openedAgain() async throws {
        try await AuthSessionHarness.run { auth in
            let before = try await auth.signIn().tokens
            let closedAt = auth.clock.now()
            try await auth.identity.publish(.anna, .disabled, sessionsEndBefore: closedAt)
            #expect(try await eventually { try await auth.refusal(before.accessToken) != nil }, "the session ends")
            #expect(try await auth.outcome(SignIn.of(.anna)) == .wrongCredentials)
            auth.clock.advance(seconds: 1)
            try await auth.identity.publish(.anna, .active, sessionsEndBefore: closedAt)
            #expect(try await eventually { try await auth.outcome(SignIn.of(.anna)) == nil }, "signing in succeeds")
            #expect(try await auth.refusal(before.accessToken) != nil)
            let old = try #require(before.refreshToken)
            #expect(try await auth.outcome(RefreshSession(token: old)) == .accountGone)
        }
    }

    @Test("While accounts are missing in the feed, a wrong password is answered as unavailable")
    func lost() async throws {
        let folder = try TemporaryFolder()
        let clock = SetClock()
        try await AuthSessionHarness.run(in: folder, clock: clock) { auth in
            try await auth.identity.publish(.anna, .active)
            _ = try await auth.signIn()
            #expect(try await auth.outcome(SignIn.of(password: "wrong")) == .wrongCredentials)
        }
        try folder.loseIdentity()
        try await AuthSessionHarness.run(in: folder, clock: clock) { auth in
            let lost = try await serviceError { try await auth.send(SignIn.of(password: "wrong")) }
            #expect(lost?.code == .unavailable && lost?.retryAfter == 60)
            // An account that is made now would be lost again when she is put back.
            let names = AccountNames(username: "carla")
            let register = Register(
                names: names, password: SecretText("correct horse"), details: .init(), kind: .rotating)
            #expect(try await auth.outcome(register) == .unavailable)
            #expect(try await auth.outcome(SignInAnonymously(kind: .opaque)) == .unavailable)
            // Once identity has her again, a wrong password is one.
            try await auth.identity.publish(.anna, .active)
            let isWrong = try await eventually {
                try await auth.outcome(SignIn.of(password: "wrong")) == .wrongCredentials
            }
            #expect(isWrong)
        }
    }
}
