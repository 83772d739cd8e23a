@testable import Push

@Suite("Push tokens", .timeLimit(.minutes(10)))
struct PushTokenServiceTests {
    private let ada = AccountID("ada")!
    private let ben = AccountID("ben")!

    @Test("The provider follows from the form of a token, and a token is registered once")
    func registering() async throws {
        try await PushHarness.run { push in
            let apns = try await push.send(RegisterPushToken.sample(ada, token: "one", environment: .sandbox))
            #expect(apns.isNew && apns.token.provider == .apns && apns.token.environment == .sandbox)
            let fcm = try await push.send(RegisterPushToken.sample(ada, token: "fcm", environment: .sandbox))
            #expect(fcm.isNew && fcm.token.provider == .fcm && fcm.token.environment == .sandbox)
            push.clock.advance(seconds: 10)
            let again = try await push.send(RegisterPushToken.sample(ada, token: "one", environment: nil))
            #expect(!again.isNew && again.token.id == apns.token.id && again.token.environment == .sandbox)
            #expect(again.token.updatedAt == UnixTime.start.adding(seconds: 10))
            #expect(again.token.createdAt == .start)
            let listed = try await push.send(ListPushTokens(account: ada)).tokens
            #expect(listed.map(\.id) == [apns.token.id, fcm.token.id])
            #expect(try await push.send(ListPushTokens(account: ben)).tokens.isEmpty)
        }
    }

    @Test("Only an operator sees the last failure and the session of a token")
    func failures() async throws {
        let gateway = ScriptedGateway { _ in .failed(reason: "BadMessageId", alarm: false) }
        try await PushHarness.run(gateway) { push in
            let ada = try await push.person("ada")
            let none = try await push.send(ListPushTokens(account: ada, withFailures: true)).tokens
            #expect(none.count == 1 && none[0].lastFailure == nil && none[0].session != nil)
            let made = try await push.notify()
            #expect(try await push.record(made, once: .done).counts.failed == 1)
            let told = try await push.send(ListPushTokens(account: ada, withFailures: true)).tokens
            #expect(told.map(\.lastFailure) == [PushFailure(reason: "BadMessageId", at: .start)])
            let shown = try await push.send(ListPushTokens(account: ada)).tokens
            #expect(shown.map(\.lastFailure) == [nil] && shown.map(\.session) == [nil])
        }
    }

    @Test("A token belongs to the user who registered it last")
    func moving() async throws {
        try await PushHarness.run { push in
            let first = try await push.send(RegisterPushToken.sample(ada, token: "one"))
            let second = try await push.send(RegisterPushToken.sample(ben, token: "one"))
            #expect(second.isNew && second.token.id != first.token.id)
            #expect(try await push.send(ListPushTokens(account: ada)).tokens.isEmpty)
            #expect(try await push.send(ListPushTokens(account: ben)).tokens.map(\.id) == [second.token.id])
            #expect(
                try await push.refusal(of: MutePushToken(account: ada, token: second.token.id, isMuted: true))
                    == .notFound)
        }
    }

    @Test("A new token replaces the previous one of its device and inherits its mute")
    func pushDevices() async throws {
        try await PushHarness.run { push in
            let first = try await push.send(RegisterPushToken.sample(ada, token: "one", pushDevice: "phone"))
            _ = try await push.send(RegisterPushToken.sample(ada, token: "fcm", pushDevice: "phone"))
            let muted = try await push.send(MutePushToken(account: ada, token: first.token.id, isMuted: true))
            #expect(muted.isMuted)
            #expect(try await push.send(ListPushTokens(account: ada)).tokens.allSatisfy(\.isMuted))
            let next = try await push.send(RegisterPushToken.sample(ada, token: "two", pushDevice: "phone"))
            #expect(next.isNew && next.token.isMuted)
            let listed = try await push.send(ListPushTokens(account: ada)).tokens
            #expect(Set(listed.map(\.provider)) == [.apns, .fcm] && listed.count == 2)
            #expect(
                try await push.send(RegisterPushToken.sample(ada, token: "three", pushDevice: "tablet")).token.isMuted
                    == false)
        }
    }

    /// With APNs this does not apply, because its two environments are two apps.
    @Test("A new token of FCM replaces the previous one of another environment")
    func rebuilt() async throws {
        try await PushHarness.run { push in
            for (token, environment) in [("fcm", PushEnvironment.sandbox), ("fcm2", .production)] {
                let sample = RegisterPushToken.sample(ada, token: token, pushDevice: "phone", environment: environment)
                let registered = try await push.send(sample)
                #expect(registered.token.environment == environment)
            }
            let listed = try await push.send(ListPushTokens(account: ada)).tokens
            #expect(listed.map(\.environment) == [.production])
        }
    }

    @Test("Tokens are removed by id, token, device or all together")
    func removing() async throws {
        try await PushHarness.run { push in
            func register() async throws -> [PushTokenID] {
                var ids: [PushTokenID] = []
                for name in ["one", "two", "fcm"] {
                    ids.append(
                        try await push.send(RegisterPushToken.sample(ada, token: name, pushDevice: "phone-" + name))
                            .token
                            .id)
                }
                return ids
            }
            let ids = try await register()
            _ = try await push.send(RegisterPushToken.sample(ben, token: "other"))
            for (which, count) in [
                (PushTokenChoice.id(ids[0]), 1), (.id(ids[0]), 0),
                (.token(SecretText(String.apns("two").uppercased())), 1), (.pushDevice("phone-fcm"), 1), (.all, 0),
            ] {
                #expect(try await push.send(RemovePushTokens(account: ada, which: which)).count == count)
            }
            _ = try await register()
            #expect(try await push.send(RemovePushTokens(account: ada, which: .all)).count == 3)
            #expect(try await push.send(ListPushTokens(account: ben)).tokens.count == 1)
        }
    }

    @Test("The number of tokens of a user is bounded")
    func bound() async throws {
        try await PushHarness.run { push in
            for number in 0..<TokenRules.maximum {
                _ = try await push.send(RegisterPushToken.sample(ada, token: "t\(number)"))
            }
            #expect(try await push.refusal(of: RegisterPushToken.sample(ada, token: "more")) == .conflict)
            #expect(try await push.refusal(of: RegisterPushToken.sample(ada, token: "t0")) == nil)
            let owned = try await push.send(RegisterPushToken.sample(ben, token: "bens"))
            #expect(try await push.refusal(of: RegisterPushToken.sample(ada, token: "bens")) == .conflict)
            #expect(try await push.send(ListPushTokens(account: ben)).tokens.map(\.id) == [owned.token.id])
        }
    }

    @Test("A token is removed with its session or account, and does not return")
    func ending() async throws {
        try await PushHarness.run { push in
            try await push.identity.publish("ada", AccountChange(status: .active, number: 1))
            _ = try await push.send(RegisterPushToken.sample(ada, token: "one", session: "s1"))
            _ = try await push.send(RegisterPushToken.sample(ada, token: "two", session: "s2"))
            try await push.sessions.remove(CredentialChange.session(SessionID("s1")!).key)
            #expect(try await eventually { try await push.send(ListPushTokens(account: ada)).tokens.count == 1 })
            #expect(
                try await push.refusal(of: RegisterPushToken.sample(ada, token: "one", session: "s1")) == .invalidToken)
            try await push.identity.remove("ada")
            #expect(try await eventually { try await push.send(ListPushTokens(account: ada)).tokens.isEmpty })
            #expect(
                try await push.refusal(of: RegisterPushToken.sample(ada, token: "one", session: "s3")) == .accountGone)
        }
    }
}
