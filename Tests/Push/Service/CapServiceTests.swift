@testable import Push

@Suite("Caps of pushes", .timeLimit(.minutes(10)))
struct CapServiceTests {
    private let stores = ScratchStores()

    private static func run(
        in folder: TemporaryFolder? = nil, clock: SetClock = SetClock(), general: Int? = nil,
        _ body: @Sendable (PushHarness) async throws -> Void
    ) async throws {
        try await PushHarness.run(
            clock: clock, in: folder, countError: { 0 },
            configured: { settings in
                settings.notifications.kinds = NotificationKinds(
                    naming: [
                        NotificationKind("news", cap: 2), NotificationKind("orders"),
                        NotificationKind("security", isMandatory: true),
                    ], caps: ["EVENT": 1])
                settings.notifications.caps.general = general
            }, body)
    }

    private static func send(_ push: PushHarness, _ kind: String, isSilent: Bool = false) async throws
        -> NotificationRecord
    {
        try await push.done(try await push.notify(.sample(.everyone, kind: kind, isSilent: isSilent)))
    }

    @Test("A push over its kind's cap is suppressed and stays in the inbox")
    func capped() async throws {
        try await Self.run { push in
            let ada = try await push.person("ada")
            _ = try await push.send(RegisterPushToken.sample(ada, token: "tablet", pushDevice: "tablet"))
            for _ in 0..<2 { #expect(try await Self.send(push, "news").counts.sent == 2) }
            let ben = try await push.person("ben")
            let third = try await push.notify(.sample(.everyone, kind: "news"))
            let counts = try await push.done(third).counts
            #expect(counts.accepted == 3 && counts.sent == 1 && counts.suppressed == 2 && counts.pending == 0)
            #expect(push.gateway.sent.last?.token.value == .apns("ben"))
            let why = try await push.explain(third, ada)
            #expect(why.reason == .told && why.deliveries.map(\.reason) == ["capped", "capped"])
            #expect(try await push.explain(third, ben).deliveries.map(\.state) == [.sent])
            let inbox = try await push.inbox(of: ada)
            #expect(inbox.total == 3 && inbox.unread == 3)
            for _ in 0..<3 { #expect(try await Self.send(push, "orders").counts.sent == 3) }
            #expect(try await Self.send(push, "EVENT").counts.sent == 3)
            #expect(try await Self.send(push, "EVENT").counts.suppressed == 3)
        }
    }

    @Test("A cap counts a day across restarts, and a dry run leaves out capped users")
    func window() async throws {
        let (folder, clock) = (try TemporaryFolder(), SetClock())
        try await Self.run(in: folder, clock: clock) { push in
            try await push.person("ada")
            _ = try await Self.send(push, "news")
            clock.advance(seconds: 3600)
            #expect(try await push.notify(.sample(.everyone, kind: "news"), isDryRun: true).recipients == 1)
            _ = try await Self.send(push, "news")
        }
        try await Self.run(in: folder, clock: clock) { push in
            let over = try await push.notify(.sample(.everyone, kind: "news"), isDryRun: true)
            #expect(over.recipients == 0 && over.deliveries == 0)
            let silent = try await push.notify(.sample(.everyone, kind: "news", isSilent: true), isDryRun: true)
            #expect(silent.recipients == 1 && silent.deliveries == 1)
            #expect(try await Self.send(push, "news").counts.suppressed == 1)
            // The first push is then a day old, and suppressed ones did not count.
            clock.advance(seconds: 86_400 - 3600)
            #expect(try await Self.send(push, "news").counts.sent == 1)
            #expect(try await Self.send(push, "news").counts.suppressed == 1)
        }
    }

    @Test("The general cap applies to all kinds except mandatory ones and silent pushes")
    func general() async throws {
        try await Self.run(general: 1) { push in
            try await push.person("ada")
            for _ in 0..<2 { #expect(try await Self.send(push, "news").counts.sent == 1) }
            for _ in 0..<2 { #expect(try await Self.send(push, "orders", isSilent: true).counts.sent == 1) }
            #expect(try await Self.send(push, "orders").counts.sent == 1)
            #expect(try await Self.send(push, "orders").counts.suppressed == 1)
            for _ in 0..<2 { #expect(try await Self.send(push, "security").counts.sent == 1) }
            let offers = [try await push.notify(), try await push.notify()]
            #expect(try await push.record(offers[0], once: .done).counts.sent == 1)
            #expect(try await push.record(offers[1], once: .done).counts.suppressed == 1)
        }
    }

    @Test("Counts older than the window are deleted", arguments: StoreKind.allCases)
    func forget(kind: StoreKind) async throws {
        var store = try stores.push(kind)
        store.caps = PushCaps(general: 1, window: 3600)
        try await store.addDevice(of: "ada")
        try await store.queue(for: try await store.recipients(["ada"]))
        func count() async throws -> Int {
            try await store.read { try $0.value("SELECT count(*) AS counts FROM push_count") ?? -1 }
        }
        #expect(try await count() == 1)
        _ = try await store.forget(Retention(), limit: 10, at: .start.adding(seconds: 3599))
        #expect(try await count() == 1)
        _ = try await store.forget(Retention(), limit: 10, at: .start.adding(seconds: 3601))
        #expect(try await count() == 0)
    }
}
