@testable import Push

@Suite("Digests at the end of quiet hours", .timeLimit(.minutes(10)))
struct DigestServiceTests {
    /// The tests' clocks start at 08:00 UTC.
    private static let hours = QuietHours(start: 7 * 60, end: 9 * 60, timeZone: "UTC")
    private static let other = PublisherID("other")!

    private static func run(
        _ gateway: ScriptedGateway = ScriptedGateway(), in folder: TemporaryFolder? = nil,
        clock: SetClock = SetClock(), _ body: @Sendable (PushHarness) async throws -> Void
    ) async throws {
        try await PushHarness.run(
            gateway, clock: clock, in: folder, countError: { 0 },
            configured: { settings in
                settings.notifications.kinds = NotificationKinds(naming: [
                    NotificationKind("orders", isDigested: true), NotificationKind("news", isDigested: true),
                    NotificationKind("alarms"),
                ])
                settings.push.digestLink = "app://inbox"
                settings.push.digests[.english]?.kindNames["orders"] = "Your orders"
            }, body)
    }

    /// The first kinds are from the sample's publisher, the last from another. Waits until all are deferred.
    private static func hold(
        _ kinds: [String], _ push: PushHarness, for account: AccountID
    ) async throws -> [SendNotification.Reply] {
        var made: [SendNotification.Reply] = []
        for (place, kind) in kinds.enumerated() {
            let publisher = place == kinds.count - 1 ? other : .sample
            made.append(try await push.notify(.sample(.everyone, kind: kind, title: "Secret \(place)"), by: publisher))
        }
        for one in made { #expect(try await eventually { try await push.results(one).map(\.state) == [.deferred] }) }
        return made
    }

    private static func text(_ push: OutgoingPush?) -> [String: String] {
        push?.aps["alert"] as? [String: String] ?? [:]
    }

    @Test("One push counts the notifications of each kind, and each counts as sent")
    func together() async throws {
        try await Self.run { push in
            let ada = try await push.person("ada", quietHours: Self.hours)
            let made = try await Self.hold(["alarms", "orders", "orders", "news"], push, for: ada)
            #expect(
                try await push.explain(made[0], ada).deliveries.map(\.nextAt)
                    == [push.clock.now().adding(seconds: 3600)])
            push.clock.advance(seconds: 3600)
            for one in made { #expect(try await push.done(one).counts.sent == 1) }
            #expect(push.gateway.sent.count == 2, "a kind without digests comes as itself")
            let digest = try #require(push.gateway.sent.first { Self.text($0)["title"] != "Secret 0" })
            #expect(Self.text(digest) == ["title": "New notifications: 3", "body": "Your orders: 2, news: 1"])
            #expect(digest.json["link"] as? String == "app://inbox" && digest.json["screen"] as? String == "inbox")
            #expect(!String(decoding: digest.payload, as: UTF8.self).contains("Secret"))
            for one in made.dropFirst() {
                let why = try await push.explain(one, ada)
                #expect(why.reason == .told && why.deliveries.map(\.reason) == ["digest"])
                let results = try await push.results(one)
                #expect(results.map(\.state) == [.sent] && results.map(\.reason) == ["digest"])
            }
            let inbox = try await push.inbox(of: ada)
            #expect(inbox.total == 4, "the digest itself is none of it")
            #expect(try await push.send(ListNotifications(limit: 10, of: nil)).notifications.count == 4)
        }
    }

    @Test("A cancelled or switched-off notification is not counted, and a single one is sent by itself")
    func judgedAgain() async throws {
        try await Self.run { push in
            let ada = try await push.person("ada", quietHours: Self.hours)
            let made = try await Self.hold(["orders", "orders", "news", "news"], push, for: ada)
            _ = try await push.send(CancelNotification(id: try #require(made[0].record).id, of: .sample))
            try await push.setPreferences(of: ada) { ($0.quietHours, $0.kindsOff) = (Self.hours, ["news"]) }
            // An announcement waits for the feeds, so their changes have arrived.
            _ = try await push.notify(isDryRun: true)
            push.clock.advance(seconds: 3600)
            #expect(try await push.done(made[1]).counts.sent == 1)
            for one in made.dropFirst(2) {
                #expect(try await push.done(one).counts.suppressed == 1)
                #expect(try await push.explain(one, ada).deliveries.map(\.reason) == ["switched-off"])
            }
            #expect(try await eventually { try await push.results(made[0]).map(\.reason) == ["cancelled"] })
            #expect(push.gateway.sent.map { Self.text($0)["title"] } == ["Secret 1"])
        }
    }

    @Test("A digest is sent when quiet hours end early, and waits if they begin again before it leaves")
    func brought() async throws {
        try await Self.run { push in
            let ada = try await push.person("ada", quietHours: Self.hours)
            let made = try await Self.hold(["orders", "news"], push, for: ada)
            push.gateway.setPlaces(false)
            try await push.setPreferences(of: ada) { $0.quietHours = nil }
            #expect(await eventually { push.gateway.waiting == 1 })
            for one in made { #expect(try await push.explain(one, ada).deliveries.map(\.state) == [.pending]) }
            try await push.setPreferences(of: ada) { $0.quietHours = Self.hours }
            _ = try await push.notify(isDryRun: true)
            push.gateway.setPlaces(true)
            for one in made {
                #expect(try await eventually { try await push.results(one).map(\.state) == [.deferred] })
            }
            #expect(push.gateway.sent.isEmpty)
            push.clock.advance(seconds: 3600)
            for one in made { #expect(try await push.done(one).counts.sent == 1) }
            #expect(push.gateway.sent.map { Self.text($0)["title"] } == ["New notifications: 2"])
        }
    }

    @Test("Digests survive a restart, and each push device has its own")
    func restart() async throws {
        let (folder, clock) = (try TemporaryFolder(), SetClock())
        try await Self.run(in: folder, clock: clock) { push in
            let ada = try await push.person("ada", quietHours: Self.hours)
            _ = try await push.send(RegisterPushToken.sample(ada, token: "fcm-tablet", pushDevice: "tablet"))
            for _ in 0..<2 {
                let made = try await push.notify(.sample(.everyone))
                #expect(try await eventually { try await push.results(made).map(\.state) == [.deferred, .deferred] })
            }
            #expect(push.gateway.sent.isEmpty)
        }
        clock.advance(seconds: 3600)
        try await Self.run(in: folder, clock: clock) { push in
            #expect(await eventually { push.gateway.sent.count == 2 })
            #expect(Set(push.gateway.sent.map(\.provider)) == [.apns, .fcm])
            try await eventually("all are sent to both") {
                let page = try await push.send(ListNotifications(limit: 10, of: nil))
                return page.notifications.allSatisfy { $0.state == .done && $0.counts.sent == 2 }
            }
            #expect(push.gateway.sent.count == 2)
        }
    }
}
