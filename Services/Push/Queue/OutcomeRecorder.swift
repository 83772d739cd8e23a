import Logging
import Models
import ServiceRuntime
import Synchronization

/// Records outcomes in batches. While one batch is being written, the next one fills, so batches grow with load.
final class OutcomeRecorder: Sendable {
    private struct State {
        var waiting: [DeliveryUpdate] = []
        /// The deliveries in progress. Their rows are unchanged until the outcome is stored, so the queue contains them
        /// and they must not be taken again.
        var underWay: Set<Int64> = []
        var round = 0
        /// The written deliveries with the number of their batch. Rows read before that batch are outdated.
        var written: [Int64: Int] = [:]
        var readers = 0
        var isFailing = false
        var isFinishing = false
    }

    private static let largestBatch = 2000

    private let store: any QueueStore
    private let clock: any WallClock
    private let logger: Logger
    private let pause: @Sendable (Duration) async throws -> Void
    private let written: @Sendable (_ isMoreDue: Bool) -> Void
    private let state = Mutex(State())
    private let signals: AsyncStream<Void>
    private let signalContinuation: AsyncStream<Void>.Continuation

    /// Makes a recorder.
    /// - Parameter written: Called after each batch: its slots are free, and some deliveries may be due again.
    init(
        store: any QueueStore, clock: any WallClock, logger: Logger,
        pause: @escaping @Sendable (Duration) async throws -> Void,
        written: @escaping @Sendable (_ isMoreDue: Bool) -> Void
    ) {
        self.store = store
        self.clock = clock
        self.logger = logger
        self.pause = pause
        self.written = written
        (signals, signalContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Whether more pushes may start. Unrecorded pushes are sent again after a crash, so their number must stay small.
    var hasRoom: Bool { state.withLock { !$0.isFailing && $0.waiting.count < OutcomeRecorder.largestBatch } }

    var note: String? {
        state.withLock { $0.isFailing }
            ? "results of pushes cannot be stored, so nothing is sent; see the log" : nil
    }

    var isAllWritten: Bool { state.withLock { $0.waiting.isEmpty && $0.underWay.isEmpty } }

    /// Reads due deliveries with `read`, and leaves out deliveries in progress. Also returns the queue place of the
    /// last row; nil if no delivery is due.
    func dequeue(
        _ read: () async throws(PushStoreError) -> [DueDelivery]
    ) async throws(PushStoreError) -> (deliveries: [DueDelivery], last: QueuePlace)? {
        let round = state.withLock { state in
            state.readers += 1
            return state.round
        }
        let due: [DueDelivery]
        do throws(PushStoreError) { due = try await read() } catch {
            _ = begin([], readIn: round)
            throw error
        }
        let taken = begin(due, readIn: round)
        return due.last.map { (taken, $0.place) }
    }

    private func begin(_ due: [DueDelivery], readIn round: Int) -> [DueDelivery] {
        state.withLock { state in
            let taken = due.filter { delivery in
                guard state.written[delivery.place.number] ?? 0 <= round else { return false }
                return state.underWay.insert(delivery.place.number).inserted
            }
            state.readers -= 1
            if state.readers == 0 { state.written.removeAll(keepingCapacity: true) }
            return taken
        }
    }

    func record(_ update: DeliveryUpdate) {
        state.withLock { $0.waiting.append(update) }
        signalContinuation.yield()
    }

    /// Drops a delivery without an outcome. Its row stays unchanged, so it can be taken again.
    func abandon(_ delivery: Int64) {
        _ = state.withLock { $0.underWay.remove(delivery) }
        store.inFlight.end(CollectionOfOne(delivery))
    }

    func run() async {
        for await _ in signals {
            while await writeBatch() {}
        }
        while await writeBatch() {}
    }

    func finish() {
        state.withLock { $0.isFinishing = true }
        signalContinuation.finish()
    }

    private func writeBatch() async -> Bool {
        let batch = state.withLock { state in
            let batch = Array(state.waiting.prefix(OutcomeRecorder.largestBatch))
            state.waiting.removeFirst(batch.count)
            return batch
        }
        guard !batch.isEmpty else { return false }
        do throws(PushStoreError) {
            try await store.recordOutcomes(batch, at: clock.now())
        } catch {
            logger.error(
                "the outcomes of deliveries cannot be stored, so push sends nothing; check the database",
                metadata: ["cause": .failure(error)])
            let isFinishing = state.withLock { state in
                state.waiting = batch + state.waiting
                state.isFailing = true
                return state.isFinishing
            }
            // Unrecorded pushes are sent again after the next start, with the same ids.
            if isFinishing { return false }
            return (try? await pause(.seconds(1))) != nil
        }
        state.withLock { state in
            state.isFailing = false
            state.round += 1
            for update in batch {
                state.underWay.remove(update.delivery)
                if state.readers > 0 { state.written[update.delivery] = state.round }
            }
        }
        let now = clock.now()
        written(batch.contains { $0.nextAt.map { $0 <= now } ?? false })
        return true
    }
}
