@testable import Push

@Suite("A dry run", .timeLimit(.minutes(10)))
struct DryRunTests {
    private let stores = ScratchStores()

    @Test("A dry run that fails because a service is away does not count")
    func away() async throws {
        let store = try stores.push(.sqlite)
        let feeds = Feeds()
        let categories = ["FOOD_PLAISIRS"]
        let service = PushContext(
            store: store, people: store, deliveries: store,
            audience: try AudienceProjection(AudienceRules(categories: categories, maximumAge: 3600)),
            feeds: feeds, begins: SilentBegins(), queue: SilentQueue(),
            announcements: AnnouncementRules(categories: categories), texts: StandardTexts(Settings().push),
            clock: SetClock(), random: { [UInt8](repeating: 0, count: $0) }, countError: { 0 },
            postTest: { event, _ in WebhookDelivery(id: event.id, type: event.type, at: .start, milliseconds: 0) })
        let request = SendNotification(notification: .sample, publisher: .sample, apiKey: .sample, isDryRun: true)
        func ask() async throws -> SendNotification.Reply {
            try await service.sendNotification(request, MessageContext(requestID: "test"))
        }
        for _ in 0..<CountRules.probes + 1 {
            await #expect(throws: ServiceError(.unavailable, "away", retryAfter: 1)) { _ = try await ask() }
        }
        feeds.isAway.withLock { $0 = false }
        for _ in 0..<CountRules.probes { #expect(try await ask().fewerThan == CountRules.fewestCounted) }
        await #expect(throws: PushStoreError.self) { _ = try await ask() }
    }

    private final class Feeds: AppliedFeeds {
        let isAway = Mutex(true)

        func catchUp() async throws(ServiceError) -> FeedMarks {
            if isAway.withLock({ $0 }) { throw ServiceError(.unavailable, "away", retryAfter: 1) }
            let mark = FeedCursor(epoch: FeedEpoch(rawValue: 1), sequence: 1)
            return FeedMarks(accounts: mark, preferences: mark, positions: mark, credentials: mark)
        }

        func haveReached(_ marks: FeedMarks) -> Bool { true }
    }
}
