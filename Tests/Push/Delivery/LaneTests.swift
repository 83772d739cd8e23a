// How much a lane takes on while an announcement is being queued.

import Foundation
import Isolation
import Logging
import MessageBus
import Models
import ServiceRuntime
import Storage
import Synchronization
import Testing

@testable import Push

@Suite("A lane", .timeLimit(.minutes(1)))
struct LaneTests {
    /// Queues an announcement for so many people.
    private func queue(_ count: Int, in store: any PushStore, as id: String = "a") async throws {
        let names = (0..<count).map { "ada-\(id)-\($0)" }
        try await withThrowingTaskGroup { group in
            for name in names {
                group.addTask {
                    let registration = try TokenRules.checked(.sample(AccountID(name)!, token: name))
                    _ = try await store.register(registration, as: PushTokenID("token-" + name)!, at: .start)
                }
            }
            try await group.waitForAll()
        }
        let first: UInt64 = id == "a" ? 1 : 100_000
        let position = try CBOREncoder().encode(Position(coordinate: .sample, at: .start))
        let told = names.enumerated().map {
            FeedChange(sequence: first + UInt64($0.offset), key: $0.element, value: position)
        }
        let page = FeedPage(
            epoch: FeedEpoch(rawValue: 1), changes: told, highWater: first + UInt64(count) - 1, startsOver: id == "a")
        try await store.takePositions(page)
        _ = try await store.announce(
            .sample, as: AnnouncementID(id)!, by: APIKeyID("publisher")!, underKey: nil, at: .start)
        let number = try #require(try store.announcement(id)).number
        let recipients = try names.map { name in
            DecidedRecipient(
                recipient: try #require(try store.recipient(of: AccountID(name)!)), distance: 1, radius: 10,
                positionAt: .start)
        }
        try await store.decide(number, recipients, at: .start)
        while try await store.queueNext(number, at: .start) {}
    }

    /// A lane of its own, and who writes down for it.
    private func lane(
        over store: any PushStore, to gateway: ScriptedGateway,
        pause: @escaping @Sendable (Duration) async throws -> Void = { _ in }
    ) -> (lane: Lane, settler: Settler) {
        let clock = SetClock()
        let logger = Logger(label: "push") { _ in SwiftLogNoOpLogHandler() }
        let written = AsyncStream<Void>.makeStream()
        let settler = Settler(store: store, clock: clock, logger: logger, pause: pause) { _ in
            written.continuation.yield()
        }
        let rules = DecisionRules(categories: ["FOOD_PLAISIRS"], maximumAge: 3600)
        let lane = Lane(
            .apnsProduction,
            desk: DeliveryDesk(
                store: store, gateway: gateway, sending: SendingRules(decisions: rules),
                settling: SettlementRules(pace: RetryPace(), attempts: 3),
                payloads: PayloadShelf(texts: StandardTexts(Settings().push)), settler: settler,
                metrics: PushMetrics(MetricsRegistry()), clock: clock, logger: logger
            ) { 0 })
        Task { for await _ in written.stream { lane.wake() } }
        return (lane, settler)
    }

    @Test("reads one portion for each that is queued, and the rest when no more is to come")
    func portions() async throws {
        let folder = try TemporaryFolder()
        let (store, close) = try StoreKind.sqlite.open(in: folder)
        try await queue(1500, in: store)
        // A provider that answers nobody.
        let gateway = ScriptedGateway { _ in
            try? await Task.sleep(for: .seconds(3600))
            return .retry(after: nil, reason: "cancelled")
        }
        let (lane, settler) = lane(over: store, to: gateway)
        let running = Task { await lane.run() }
        for expected in [500, 1000] {
            lane.wake(isMoreToCome: true)
            #expect(await eventually { gateway.sent.count == expected })
            lane.wake()
        }
        lane.wake(isMoreToCome: false)
        #expect(await eventually { gateway.sent.count == 1500 })
        running.cancel()
        await running.value
        settler.finish()
        try close()
    }

    @Test("ends when it is told to, whatever is still in the queue")
    func ending() async throws {
        let folder = try TemporaryFolder()
        let (store, close) = try StoreKind.sqlite.open(in: folder)
        try await queue(3, in: store)
        let running = Mutex<Task<Void, Never>?>(nil)
        // A provider that is lost in the middle, and answers at once.
        let gateway = ScriptedGateway { _ in
            running.withLock { $0?.cancel() }
            return .retry(after: nil, reason: "connection lost")
        }
        let (lane, settler) = lane(over: store, to: gateway)
        running.withLock { $0 = Task { await lane.run() } }
        lane.wake()
        await running.withLock { $0 }?.value
        #expect(gateway.sent.count == 3)
        settler.finish()
        try close()
    }

    @Test("sends nothing more while it cannot be written down what became of it")
    func fullDisk() async throws {
        let folder = try TemporaryFolder()
        let database = try SQLitePushStore.openDatabase(at: folder.url.appendingPathComponent("push.sqlite"))
        let store = SQLitePushStore(database: database) { _ in }
        try await queue(1, in: store)
        try await database.write {
            try $0.execute("CREATE TRIGGER full BEFORE UPDATE ON delivery BEGIN SELECT RAISE(ABORT, 'full'); END")
        }
        let gateway = ScriptedGateway()
        let tries = Mutex(0)
        let (lane, settler) = lane(over: store, to: gateway) { _ in
            tries.withLock { $0 += 1 }
            try await Task.sleep(for: .milliseconds(5))
        }
        let (running, writing) = (Task { await lane.run() }, Task { await settler.run() })
        lane.wake()
        #expect(await eventually { tries.withLock { $0 } > 0 })
        try await queue(300, in: store, as: "b")
        for round in 1...20 {
            lane.wake()
            #expect(await eventually { tries.withLock { $0 } > round })
        }
        #expect(gateway.sent.count == 1)
        try await database.write { try $0.execute("DROP TRIGGER full") }
        #expect(await eventually { gateway.sent.count == 301 })
        #expect(
            await eventually { (try? store.due(.apnsProduction, at: .start, after: nil, limit: 1))?.isEmpty == true })
        running.cancel()
        await running.value
        settler.finish()
        await writing.value
        try database.close()
    }
}
