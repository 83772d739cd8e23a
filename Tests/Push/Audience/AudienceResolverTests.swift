import Logging

@testable import Push

@Suite("The audience resolver", .timeLimit(.minutes(10)))
struct AudienceResolverTests {
    private let stores = ScratchStores()

    private static let marks = {
        let mark = FeedCursor(epoch: FeedEpoch(rawValue: 1), sequence: 7)
        return FeedMarks(accounts: mark, preferences: mark, positions: mark, credentials: mark)
    }()

    private struct Fixture {
        let store: PushStore
        let begins: BeginLoop
        let clock: SetClock
        let questions: @Sendable () -> Int

        func announce(_ id: String, at begin: UnixTime? = nil) async throws -> NotificationID {
            let id = NotificationID(id)!
            _ = try await store.announce(.sample.with { $0.startsAt = begin }, as: id, at: clock.now())
            return id
        }

        func isResolved(_ id: NotificationID) async throws -> Bool {
            try await store.notification(id.text, of: nil)?.decidedAt != nil
        }
    }

    /// - Parameters:
    ///   - isReached: Whether the marks of the accepted announcement are still applied.
    ///   - isAway: Whether the feeds do not answer.
    private func withRoom(isReached: Bool = true, isAway: Bool = false, _ body: (Fixture) async throws -> Void)
        async throws
    {
        let clock = SetClock()
        let store = try stores.push(.sqlite)
        let rules = AudienceRules(categories: ["FOOD_PLAISIRS"], maximumAge: 3600)
        let feeds = Feeds(isReached: isReached, isAway: isAway)
        let audience = AudienceResolver(
            store: store, audience: try AudienceProjection(rules), feeds: feeds, clock: clock)
        let begins = BeginLoop(
            store: store, audience: audience, queue: SilentQueue(),
            check: BeginCheck(publishing: PublishingRules(), rates: PublishingRates()), clock: clock,
            logger: Logger(label: "push") { _ in SwiftLogNoOpLogHandler() })
        let running = Task { await begins.run() }
        let room = Fixture(store: store, begins: begins, clock: clock) { feeds.questions }
        try await using({
            await running.end()
        }) { try await body(room) }
    }

    private final class Feeds: AppliedFeeds {
        private let isReached: Bool
        private let isAway: Bool
        private let number = Mutex(0)

        init(isReached: Bool, isAway: Bool) { (self.isReached, self.isAway) = (isReached, isAway) }

        var questions: Int { number.withLock { $0 } }

        func catchUp() async throws(ServiceError) -> FeedMarks {
            number.withLock { $0 += 1 }
            if isAway { throw ServiceError(.unavailable, "away") }
            return AudienceResolverTests.marks
        }

        func haveReached(_ marks: FeedMarks) -> Bool { isReached }
    }

    @Test(
        "The resolver does not wait for the feeds again while the marks of the acceptance still hold",
        arguments: [true, false])
    func takenOn(_ isReached: Bool) async throws {
        try await withRoom(isReached: isReached) { room in
            let id = try await room.announce("a")
            room.begins.begin(id, from: AudienceResolverTests.marks)
            #expect(try await eventually { try await room.isResolved(id) })
            #expect(room.questions() == (isReached ? 0 : 1))
        }
    }

    @Test("The resolver waits for the feeds for an announcement that was not resolved before a restart")
    func resumed() async throws {
        try await withRoom { room in
            let id = try await room.announce("a")
            room.begins.signal()
            #expect(try await eventually { try await room.isResolved(id) })
            #expect(room.questions() == 1)
        }
    }

    @Test("The resolver queues a resolved announcement while others wait for the feeds")
    func heldUp() async throws {
        try await withRoom(isAway: true) { room in
            let waiting = try await room.announce("waiting")
            let second = try await room.announce("second")
            let made = try await room.announce("made")
            let registration = try TokenRules.checked(.sample(AccountID("ada")!, token: "ada"))
            _ = try await room.store.register(registration, as: PushTokenID("ada")!, at: room.clock.now())
            let ada = ResolvedRecipient(
                recipient: try #require(try await room.store.recipient(of: AccountID("ada")!)), distance: 1, radius: 10,
                positionAt: room.clock.now())
            try await room.store.recordAudience(
                of: try #require(try await room.store.announcement(made.text)).number, [ada], at: room.clock.now())
            room.begins.signal()
            #expect(try await eventually { try await room.store.announcement(made.text)?.record.counts.pending == 1 })
            for id in [waiting, second] { #expect(try await !room.isResolved(id)) }
            #expect(room.questions() == 1)
        }
    }

    @Test("The resolver waits for the feeds when a scheduled announcement begins")
    func scheduled() async throws {
        try await withRoom { room in
            let later = try await room.announce("later", at: room.clock.now().adding(seconds: 60))
            room.begins.begin(later, from: AudienceResolverTests.marks)
            let now = try await room.announce("now")
            room.begins.begin(now, from: AudienceResolverTests.marks)
            #expect(try await eventually { try await room.isResolved(now) })
            #expect(try await !room.isResolved(later))
            // The immediate one may have been found before its marks were stored.
            let asked = room.questions()
            room.clock.advance(seconds: 61)
            room.begins.signal()
            #expect(try await eventually { try await room.isResolved(later) })
            #expect(room.questions() == asked + 1)
        }
    }
}
