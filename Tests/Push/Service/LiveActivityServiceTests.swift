@testable import Push

@Suite("Push tokens of Live Activities", .timeLimit(.minutes(10)))
struct LiveActivityServiceTests {
    private let stores = ScratchStores()

    private let ada = AccountID("ada")!

    private func token(_ name: String, activity: String?) -> RegisterPushToken {
        .sample(ada, token: name, pushDevice: "phone")
            .with {
                $0.purpose = activity == nil ? .activityStart : .activity
                ($0.activity, $0.activityType) = (activity, "MatchAttributes")
            }
    }

    @Test("A device has one token per activity, which is removed with the activity")
    func life() async throws {
        try await PushHarness.run { push in
            _ = try await push.send(RegisterPushToken.sample(ada, token: "phone", pushDevice: "phone"))
            _ = try await push.send(token("start", activity: nil))
            _ = try await push.send(token("one", activity: "match-1"))
            _ = try await push.send(token("two", activity: "match-2"))
            // ActivityKit can replace the token of an activity.
            let next = try await push.send(token("two-again", activity: "match-2"))
            #expect(next.isNew && next.token.activity == "match-2" && next.token.activityType == "MatchAttributes")
            func purposes() async throws -> [PushPurpose] {
                try await push.send(ListPushTokens(account: ada)).tokens.map(\.purpose).sorted {
                    $0.rawValue < $1.rawValue
                }
            }
            #expect(try await purposes() == [.alert, .activity, .activity, .activityStart])
            #expect(try await push.send(RemovePushTokens(account: ada, which: .activity("match-1"))).count == 1)
            #expect(try await push.send(RemovePushTokens(account: ada, which: .activity("match-1"))).count == 0)
            #expect(try await purposes() == [.alert, .activity, .activityStart])
        }
    }

    @Test("The number of tokens is bounded, and the oldest is replaced")
    func bound() async throws {
        try await PushHarness.run { push in
            for number in 0...TokenRules.maximum {
                push.clock.advance(seconds: 1)
                _ = try await push.send(token("t\(number)", activity: "match-\(number)"))
            }
            let kept = try await push.send(ListPushTokens(account: ada)).tokens.compactMap(\.activity)
            #expect(kept.count == TokenRules.maximum && !kept.contains("match-0") && kept.contains("match-1"))
            #expect(try await push.refusal(of: RegisterPushToken.sample(ada, token: "phone")) == nil)
        }
    }

    @Test("A token is removed after the end of its activity was sent")
    func ending() {
        let rules = OutcomeRules(pace: RetryPace(), attempts: 3)
        for event in LiveActivityEvent.allCases {
            let delivery = DueDelivery.sample.with { $0.notification = .other("orders", .activity(event)) }
            let update = rules.update(of: delivery, after: .sent(id: nil), at: .start) { 0 }
            #expect(update.token == (event == .end ? .gone(5, ifRegisteredBefore: nil) : nil))
            #expect(update.state == .sent)
        }
    }

    @Test("The content chooses the token by its purpose", arguments: StoreKind.allCases)
    func choice(kind: StoreKind) async throws {
        let store = try stores.push(kind)
        func register(_ request: RegisterPushToken, as id: String) async throws {
            _ = try await store.register(TokenRules.checked(request), as: PushTokenID(id)!, at: .start)
        }
        try await register(.sample(ada, token: "phone", pushDevice: "phone"), as: "alert")
        try await register(.sample(ada, token: "call", pushDevice: "phone").with { $0.purpose = .voip }, as: "voip")
        try await register(token("start", activity: nil), as: "start")
        try await register(token("one", activity: "match-7"), as: "activity")
        try await register(token("two", activity: "match-8"), as: "another")
        let cases: [(NotificationContent, [String])] = [
            (.alert(), ["alert"]), (.unseen(.background), ["alert"]), (.unseen(.voip), ["voip"]),
            (.unseen(.location), []), (.activity(.start), ["start"]), (.activity(.update), ["activity"]),
            (.activity(.end), ["activity"]),
        ]
        for (content, ids) in cases {
            #expect(try await store.reached(ada, by: content).map(\.text) == ids, "\(content.pushType)")
        }
    }
}

extension PushStore {
    fileprivate func reached(
        _ account: AccountID, by content: NotificationContent
    ) async throws(PushStoreError) -> [PushTokenID] {
        try await read { connection in
            guard let recipient = try RecipientTable(connection: connection).number(of: account.text) else { return [] }
            return try TokenTable(connection: connection).reached(of: recipient, by: content).map(\.shown.id)
        }
    }
}
