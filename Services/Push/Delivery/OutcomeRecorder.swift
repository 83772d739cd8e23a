// Writes down what became of deliveries, many at a time.

import Logging
import Models
import ServiceRuntime
import Synchronization

/// Writes down what became of deliveries. While one batch is on its way to the disk the next gathers: there are no
/// timers, and the busier it is the larger they are.
final class OutcomeRecorder: Sendable {
    private struct State {
        var waiting: [DeliveryUpdate] = []
        /// Deliveries that somebody works on. They stand in the queue until their outcome is written, and must not be
        /// taken again.
        var underWay: Set<Int64> = []
        /// How many batches have been written.
        var round = 0
        /// Whose outcome has been written while somebody reads the queue, and with which batch: what was read before
        /// does not count.
        var written: [Int64: Int] = [:]
        var readers = 0
        /// Whether the latest batch could not be written.
        var isFailing = false
        var isFinishing = false
    }

    private static let largestBatch = 2000

    private let store: PushStore
    private let clock: any WallClock
    private let logger: Logger
    private let pause: @Sendable (Duration) async throws -> Void
    private let written: @Sendable (_ isMoreDue: Bool) -> Void
    private let state = Mutex(State())
    private let signals: AsyncStream<Void>
    private let signalContinuation: AsyncStream<Void>.Continuation

    /// - Parameters:
    ///   - pause: returns after the given time.
    ///   - written: called after each batch: there is room for more, and perhaps something of it is due again.
    init(
        store: PushStore, clock: any WallClock, logger: Logger,
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

    /// Whether more may be sent: what was sent and is not written down goes out again after a crash, so that has to
    /// stay little.
    var hasRoom: Bool { state.withLock { !$0.isFailing && $0.waiting.count < OutcomeRecorder.largestBatch } }

    /// What an operator has to know; nil while all is written.
    var note: String? {
        state.withLock { $0.isFailing }
            ? "results of pushes cannot be stored, so nothing is sent; see the log" : nil
    }

    /// Whether it stands on disk what became of everything.
    var isAllWritten: Bool { state.withLock { $0.waiting.isEmpty && $0.underWay.isEmpty } }

    /// Reads the queue, and takes those under way on which nobody works yet: neither when it was read nor now.
    ///
    /// - Parameter read: gives what is due.
    /// - Returns: those to work on, and the last of those that were read; nil when nothing is due.
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

    /// Writes down what became of one, soon.
    func record(_ update: DeliveryUpdate) {
        state.withLock { $0.waiting.append(update) }
        signalContinuation.yield()
    }

    /// Nothing became of one: it stands in the queue as before.
    func abandon(_ delivery: Int64) {
        _ = state.withLock { $0.underWay.remove(delivery) }
        store.inFlight.end(CollectionOfOne(delivery))
    }

    /// Writes until `finish`, and then what is left.
    func run() async {
        for await _ in signals {
            while await writeBatch() {}
        }
        while await writeBatch() {}
    }

    /// Nothing more will come.
    func finish() {
        state.withLock { $0.isFinishing = true }
        signalContinuation.finish()
    }

    /// Writes what waits; false when there is nothing more to do for now.
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
            logger.error("what became of deliveries could not be stored", metadata: ["cause": .failure(error)])
            let isFinishing = state.withLock { state in
                state.waiting = batch + state.waiting
                state.isFailing = true
                return state.isFinishing
            }
            // What cannot be written now is sent again after the next start, with the same ids.
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
