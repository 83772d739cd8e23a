@testable import Push

@Suite("An operator's search for push tokens", .timeLimit(.minutes(10)))
struct PushDeviceSearchTests {
    @Test("A token is found by its prefix or its session, with its last success and failure")
    func found() async throws {
        try await PushHarness.runWithKinds { push in
            let ada = try await push.person("ada", token: "phone")
            let ben = try await push.person("ben", token: "fcm-Ben")
            _ = try await push.send(RegisterPushToken.sample(ada, token: "tablet", pushDevice: "tablet"))
            func find(_ prefix: String) async throws -> [FoundPushDevice] {
                try await push.send(FindPushDevices(tokenPrefix: SecretText(prefix))).devices
            }
            let never = try #require(try await find(String(String.apns("phone").prefix(20))).first)
            #expect(never.token.account == ada && never.session.text == "session-ada")
            #expect(never.token.lastUsedAt == nil && never.token.lastFailure == nil)
            try await push.deliver(.sample(.accounts([ada, ben])))
            push.gateway.answer { _ in .failed(reason: "BadTopic", alarm: false) }
            try await push.deliver(.sample(.accounts([ada, ben])))
            // Some apps send APNs tokens in capitals. FCM tokens have both cases.
            let capitals = String(String.apns("phone").prefix(32)).uppercased()
            let phone = try #require(try await find(capitals).first)
            #expect(phone.token.lastUsedAt == push.clock.now())
            #expect(phone.token.lastFailure == PushFailure(reason: "BadTopic", at: push.clock.now()))
            #expect(try await find("fcm-Ben:fcm").map(\.token.account) == [ben])
            #expect(try await find("fcm-ben:fcm").isEmpty)
            #expect(try await find("fcm-Ben:fcn").isEmpty)
            let ofSession = try await push.send(FindPushDevices(session: SessionID("session-ada")!)).devices
            #expect(Set(ofSession.map(\.token.account)) == [ada] && ofSession.count == 2)
            #expect(try await push.send(FindPushDevices(session: SessionID("session-none")!)).devices.isEmpty)
        }
    }

    @Test("A search needs either a prefix of bounded length or a session")
    func refused() async throws {
        try await PushHarness.run { push in
            let session = SessionID("s1")!
            for request in [
                FindPushDevices(), FindPushDevices(tokenPrefix: SecretText("01234567"), session: session),
                FindPushDevices(tokenPrefix: SecretText("0123456")),
                FindPushDevices(tokenPrefix: SecretText("0123 4567")),
                FindPushDevices(tokenPrefix: SecretText(String(repeating: "0", count: 33))),
            ] {
                let refusal = try await push.refusal(of: request)
                #expect(refusal == .invalidRequest)
            }
        }
    }
}

@Suite("Counts of languages", .timeLimit(.minutes(10)))
struct LanguageCountTests {
    @Test("Languages of few people are counted together, and only if these are ten people or more")
    func people() async throws {
        try await PushHarness.run { push in
            func register(_ account: String, _ token: String, _ language: String) async throws {
                let registration = RegisterPushToken.sample(AccountID(account)!, token: token, pushDevice: token)
                _ = try await push.send(registration.with { $0.language = language })
            }
            for number in 0..<10 { try await register("ada", "a\(number)", "br") }
            for number in 0..<9 { try await register("p\(number)", "p\(number)", "fr") }
            let few = try await push.send(CountPushLanguages())
            #expect(few.groups.isEmpty && few.others == 19)
            try await register("p9", "p9", "fr")
            let many = try await push.send(CountPushLanguages())
            #expect(many.groups == [FoldedCounts.Group(name: "fr", count: 10)] && many.others == nil)
        }
    }
}

@Suite("Counts with muted push devices", .timeLimit(.minutes(10)))
struct MutedCountTests {
    @Test("Only muted devices that match the audience are left out")
    func ofTheAudience() async throws {
        try await PushHarness.runWithKinds { push in
            let (ada, ben) = (try await push.person("ada"), try await push.person("ben"))
            for account in [ada, ben] {
                let phone = try #require(try await push.send(ListPushTokens(account: account)).tokens.first)
                _ = try await push.send(MutePushToken(account: account, token: phone.id, isMuted: true))
            }
            let second = RegisterPushToken.sample(ada, token: "fcm-ada", session: "other")
            _ = try await push.send(second.with { $0.platform = "ANDROID" })
            let (android, ios) = (AudienceExpression.platform("android"), AudienceExpression.platform("ios"))
            for (audience, expected) in [
                (android, 1), (.not(ios), 1), (.all([android, .accounts([ada])]), 1), (ios, 0),
                (.all([ios, .accounts([ben])]), 0), (.any([android, ios]), 1), (.everyone, 1), (.accounts([ben]), 0),
            ] {
                let counted = try await push.notify(.sample(audience), isDryRun: true)
                #expect(counted.recipients == expected && counted.deliveries == expected, "\(audience)")
            }
            let sent = try await push.done(try await push.notify(.sample(android)))
            #expect(sent.recipients == 1 && sent.counts.sent == 1 && sent.counts.suppressed == 0)
        }
    }
}

@Suite("Test pushes to muted devices", .timeLimit(.minutes(1))) struct MutedTestPushTests {
    @Test("A test push is refused if all its devices are muted")
    func testOfMuted() async throws {
        try await PushHarness.run { push in
            let ada = try await push.person("ada")
            let token = try #require(try await push.send(ListPushTokens(account: ada)).tokens.first).id
            _ = try await push.send(MutePushToken(account: ada, token: token, isMuted: true))
            let toAll = SendTestPush(account: ada, type: .offer, subject: .number(1))
            var toOne = toAll
            toOne.token = token
            #expect(try await push.refusal(of: toAll) == .conflict)
            #expect(try await push.refusal(of: toOne) == .conflict)
            _ = try await push.send(MutePushToken(account: ada, token: token, isMuted: false))
            #expect(try await push.send(toOne).deliveries.map(\.state) == [.pending])
        }
    }
}
