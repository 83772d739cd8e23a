import CBOR
import Logging

@testable import Push

@Suite("A delivery worker", .timeLimit(.minutes(10)))
struct DeliveryWorkerTests {
    private let stores = ScratchStores()

    private func queue(_ count: Int, in store: PushStore, as id: String = "a") async throws {
        let names = (0..<count).map { "ada-\(id)-\($0)" }
        try await withThrowingTaskGroup { group in
            for name in names {
                group.addTask { try await store.addDevice(of: name) }
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
        try await store.applyPositions(page, at: .start)
        try await store.queue(as: id, for: try await store.recipients(names))
    }

    private func worker(
        over store: PushStore, to gateway: ScriptedGateway, clock: SetClock = SetClock(),
        pause: @escaping @Sendable (Duration) async throws -> Void = { _ in }
    ) -> (worker: DeliveryWorker, recorder: OutcomeRecorder) {
        let logger = Logger(label: "push") { _ in SwiftLogNoOpLogHandler() }
        let written = AsyncStream<Void>.makeStream()
        let recorder = OutcomeRecorder(store: store, clock: clock, logger: logger, pause: pause) { _ in
            written.continuation.yield()
        }
        let rules = AudienceRules(categories: ["FOOD_PLAISIRS"], maximumAge: 3600)
        let worker = DeliveryWorker(
            .apnsProduction,
            context: DeliveryContext(
                store: store, gateway: gateway, sending: SendingRules(audience: rules),
                outcomes: OutcomeRules(pace: RetryPace(), attempts: 3),
                payloads: PayloadCache(texts: StandardTexts(Settings().push)), recorder: recorder,
                metrics: PushMetrics(MetricsRegistry()), clock: clock, logger: logger
            ) { 0 })
        Task { for await _ in written.stream { worker.signal() } }
        return (worker, recorder)
    }

    @Test("A worker reads one portion per signal, and the rest with the last signal")
    func portions() async throws {
        let store = try stores.push(.sqlite)
        try await queue(1500, in: store)
        let gateway = ScriptedGateway { _ in
            try? await Task.sleep(for: .seconds(3600))
            return .retry(after: nil, reason: "cancelled")
        }
        let (worker, recorder) = worker(over: store, to: gateway)
        let running = Task { await worker.run() }
        for expected in [500, 1000] {
            worker.signal(isMoreToCome: true)
            #expect(await eventually { gateway.sent.count == expected })
            worker.signal()
        }
        worker.signal(isMoreToCome: false)
        #expect(await eventually { gateway.sent.count == 1500 })
        await running.end()
        recorder.finish()
    }

    @Test("A worker ends when it is cancelled, whatever is left in the queue")
    func ending() async throws {
        let store = try stores.push(.sqlite)
        try await queue(3, in: store)
        let running = Mutex<Task<Void, Never>?>(nil)
        let gateway = ScriptedGateway { _ in
            running.withLock { $0?.cancel() }
            return .retry(after: nil, reason: "connection lost")
        }
        let (worker, recorder) = worker(over: store, to: gateway)
        running.withLock { $0 = Task { await worker.run() } }
        worker.signal()
        await running.withLock { $0 }?.value
        #expect(gateway.sent.count == 3)
        recorder.finish()
    }

    @Test("A worker marks a push as possibly sent before it tries again, and unmarks one that returned")
    func notes() async throws {
        let store = try stores.push(.sqlite)
        func mayHaveLeft() async throws -> [Int64?] {
            try await store.database.readSnapshot {
                try $0.values("SELECT may_have_left FROM delivery ORDER BY number")
            }
        }
        try await queue(3, in: store)
        let clock = SetClock()
        let gateway = ScriptedGateway { _ in .unreachable(reason: "unreachable") }
        let (worker, recorder) = worker(over: store, to: gateway, clock: clock)
        let (running, writing) = (Task { await worker.run() }, Task { await recorder.run() })
        worker.signal()
        #expect(try await eventually { try await mayHaveLeft() == [0, 0, 0] })
        gateway.answer { _ in
            try? await Task.sleep(for: .seconds(3600))
            return .unreachable(reason: "cancelled")
        }
        clock.advance(seconds: 60)
        worker.signal()
        #expect(await eventually { gateway.sent.count == 4 })
        #expect(try await mayHaveLeft() == [1, 0, 0])
        await running.end()
        recorder.finish()
        await writing.value
    }

    @Test("A push that returned unsent, even a trial, is not in doubt")
    func notesTrial() async throws {
        let store = try stores.push(.sqlite)
        try await queue(1, in: store)
        let clock = SetClock()
        let gateway = ScriptedGateway { _ in .unreachable(reason: "unreachable") }
        let (worker, recorder) = worker(over: store, to: gateway, clock: clock)
        let (running, writing) = (Task { await worker.run() }, Task { await recorder.run() })
        worker.signal()
        #expect(await eventually { gateway.sent.count == 1 && recorder.isAllWritten })
        try await queue(2, in: store, as: "b")
        clock.advance(seconds: 60)
        worker.signal()
        #expect(await eventually { gateway.sent.count == 2 && recorder.isAllWritten })
        await running.end()
        recorder.finish()
        await writing.value
        try await store.recover(limit: 10, at: .start)
        for id in ["a", "b"] {
            let number = try #require(try await store.announcement(id)).number
            try await store.cancel(number, by: nil, at: .start)
            _ = try await store.suppressCancelled(number, limit: 10, at: .start)
            #expect(try await store.counts(id).sent == 0)
        }
    }

    @Test("A worker sends no more while outcomes cannot be stored")
    func fullDisk() async throws {
        let store = try stores.push(.sqlite)
        try await queue(1, in: store)
        try await store.database.write {
            try $0.execute("CREATE TRIGGER full BEFORE UPDATE ON delivery BEGIN SELECT RAISE(ABORT, 'full'); END")
        }
        let gateway = ScriptedGateway()
        let tries = Mutex(0)
        let (worker, recorder) = worker(over: store, to: gateway) { _ in
            tries.withLock { $0 += 1 }
            try await Task.sleep(for: .milliseconds(5))
        }
        let (running, writing) = (Task { await worker.run() }, Task { await recorder.run() })
        worker.signal()
        #expect(await eventually { tries.withLock { $0 } > 0 })
        try await queue(300, in: store, as: "b")
        for round in 1...20 {
            worker.signal()
            #expect(await eventually { tries.withLock { $0 } > round })
        }
        #expect(gateway.sent.count == 1)
        #expect(recorder.note?.contains("cannot be stored") == true, "for the operator")
        try await store.database.write { try $0.execute("DROP TRIGGER full") }
        #expect(await eventually { gateway.sent.count == 301 && recorder.note == nil })
        #expect(
            await eventually {
                (try? await store.due(.apnsProduction, at: .start, after: nil, limit: 1))?.isEmpty == true
            })
        await running.end()
        recorder.finish()
        await writing.value
    }
}
