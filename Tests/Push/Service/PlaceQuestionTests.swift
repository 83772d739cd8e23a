@testable import Push

@Suite("Push: questions for places", .timeLimit(.minutes(10)))
struct PlaceQuestionTests {
    private let question = WakeForPlace(account: AccountID("ada")!, device: DeviceID("her phone")!)

    @Test("A push device with a token for it gets a location push, every other one a background push, at any hour")
    func wakes() async throws {
        try await PushHarness.run { push in
            let ada = try await push.person(
                "ada", token: "alert", quietHours: QuietHours(start: 0, end: 1439, timeZone: "UTC"))
            try await push.person("ben")
            _ = try await push.send(RegisterPushToken.sample(ada, token: "alert", pushDevice: "with"))
            var location = RegisterPushToken.sample(ada, token: "location", pushDevice: "with")
            location.purpose = .location
            _ = try await push.send(location)
            _ = try await push.send(RegisterPushToken.sample(ada, token: "other", pushDevice: "without"))
            #expect(try await push.send(question).count == 2)
            #expect(await eventually { push.gateway.sent.count == 2 })
            let sent = push.gateway.sent.sorted { $0.token.value < $1.token.value }
            #expect(Set(sent.map(\.token.value)) == [.apns("location"), .apns("other")])
            for one in sent {
                let isLocation = one.token.value == .apns("location")
                #expect(one.purpose == (isLocation ? .location : .alert))
                #expect((one.aps["content-available"] as? Int == 1) == !isLocation && one.aps["alert"] == nil)
                #expect(one.json["type"] as? String == "place-question")
                #expect(one.json["device"] as? String == "her phone")
                let end = try #require(one.expiresAt)
                #expect(end <= push.clock.now().adding(seconds: PlaceQuestionContent.life))
            }
        }
    }

    @Test("An account without a push device, or with muted ones only, is not reached")
    func nobody() async throws {
        try await PushHarness.run { push in
            #expect(try await push.send(question).count == 0)
            let ada = try await push.person("ada")
            let token = try #require(try await push.send(ListPushTokens(account: ada)).tokens.first)
            _ = try await push.send(MutePushToken(account: ada, token: token.id, isMuted: true))
            #expect(try await push.send(question).count == 0)
            #expect(push.gateway.sent.isEmpty)
        }
    }
}
