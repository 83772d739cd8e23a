// All workers of the queue, and what starts them.

import Logging
import Models
import ServiceRuntime
import ServiceSettings
import Synchronization

/// Delivers what is due, for all channels at a time.
struct DeliveryLoop: Sendable {
    private let workers: [DeliveryWorker]
    private let recorder: OutcomeRecorder
    private let gateway: any PushGateway
    private let store: PushStore
    private let clock: any WallClock
    private let logger: Logger
    private let rateLimit = RateLimitedLog()
    /// Whether what the last run left is in order. Held by reference, since a Mutex cannot be copied with this.
    private let recovery = Recovery()
    private let pause: @Sendable (Duration) async throws -> Void

    /// How often a worker looks whether something has become due.
    private static let interval = Duration.milliseconds(500)
    /// How long what is under way may take when the program is about to end.
    private static let timeout = Duration.seconds(2)

    /// - Parameters:
    ///   - health: counts what providers say, by app; nil for nobody who asks.
    ///   - mayWork: whether this process may send now.
    ///   - pause: returns after the given time.
    init(
        store: PushStore, gateway: any PushGateway, rules: AudienceRules, texts: StandardTexts,
        settings: PushSettings, metrics: PushMetrics, health: PushHealth? = nil, clock: any WallClock, logger: Logger,
        mayWork: @escaping @Sendable () -> Bool = { true },
        pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.gateway = gateway
        self.store = store
        (self.clock, self.logger) = (clock, logger)
        self.pause = pause
        let written = AsyncStream<Bool>.makeStream()
        recorder = OutcomeRecorder(store: store, clock: clock, logger: logger, pause: pause) {
            written.continuation.yield($0)
        }
        let context = DeliveryContext(
            store: store, gateway: gateway, sending: SendingRules(audience: rules),
            outcomes: OutcomeRules(
                pace: RetryPace(first: settings.firstPause, maximum: settings.maximumPause),
                attempts: settings.attempts),
            payloads: PayloadCache(texts: texts), recorder: recorder, metrics: metrics, clock: clock, logger: logger,
            mayWork: mayWork, health: health
        ) { Double.random(in: 0...1) }
        workers = DeliveryChannel.allCases.map { DeliveryWorker($0, context: context) }
        self.written = written.stream
    }

    /// A batch has been written; true when something of it is due again.
    private let written: AsyncStream<Bool>

    /// Looks for what is due, soon.
    func signal() {
        for worker in workers { worker.signal() }
    }

    /// There are other credentials than before.
    func takeOtherCredentials() {
        for worker in workers { worker.takeOtherCredentials() }
    }

    /// Looks for what is due, soon, after a portion of an announcement has been queued.
    func signal(isMoreToCome: Bool) {
        for worker in workers { worker.signal(isMoreToCome: isMoreToCome) }
    }

    /// What an operator has to know of what is not sent; nil while all goes its way.
    func note(at now: UnixTime) -> String? {
        let notes = notes(at: now)
        return notes.isEmpty ? nil : notes.joined(separator: "; ")
    }

    /// The same, one for each cause.
    func notes(at now: UnixTime) -> [String] {
        ([recorder.note, gateway.note(at: now)] + workers.map { $0.note(at: now) }).compactMap(\.self)
    }

    /// Brings in order what the last run left. As long as that cannot be written nothing is sent, and `run` tries
    /// again.
    func recover() async {
        do throws(PushStoreError) {
            try await store.recover(limit: 2000, at: clock.now())
            let outages = try await store.outages()
            for worker in workers { if let outage = outages[worker.name] { worker.resume(outage) } }
            recovery.setDone()
        } catch {
            guard rateLimit.record("recover", at: clock.now()) != nil else { return }
            logger.error(
                "what the last run left cannot be brought in order; nothing is sent before that",
                metadata: ["cause": .failure(error)])
        }
    }

    /// Delivers until its task is cancelled; then waits a moment for what is under way and writes down what became of
    /// it.
    ///
    /// - Parameter tick: called from time to time, for others that wait for their time.
    func run(tick: @escaping @Sendable () -> Void) async {
        let writing = Task { await recorder.run() }
        let closing = Mutex<Task<Void, Never>?>(nil)
        await withTaskCancellationHandler {
            await deliver(tick)
        } onCancel: {
            // What hangs ends with its connection. A cancelled sleep means that nothing does.
            let task = Task {
                guard (try? await Task.sleep(for: DeliveryLoop.timeout)) != nil else { return }
                await gateway.close()
            }
            closing.withLock { $0 = task }
        }
        closing.withLock { $0 }?.cancel()
        await gateway.close()
        recorder.finish()
        await writing.value
        // Where this cannot be written the next start takes some for sent that may not have left. What the run before
        // left is still to be read.
        if recovery.isDone, recorder.isAllWritten { try? await store.forgetTaken() }
    }

    private func deliver(_ tick: @escaping @Sendable () -> Void) async {
        await withTaskGroup { group in
            group.addTask {
                while !recovery.isDone {
                    guard (try? await pause(.seconds(1))) != nil else { return }
                    await recover()
                }
                await withTaskGroup { group in
                    for worker in workers { group.addTask { await worker.run() } }
                }
            }
            group.addTask {
                while !Task.isCancelled {
                    tick()
                    signal()
                    do { try await pause(DeliveryLoop.interval) } catch { return }
                }
            }
            group.addTask {
                for await isMoreDue in written {
                    for worker in workers { if isMoreDue { worker.signal() } else { worker.signalCapacity() } }
                }
            }
        }
    }
}

/// Whether what the last run left is in order.
private final class Recovery: Sendable {
    private let flag = Atomic(false)
    var isDone: Bool { flag.load(ordering: .acquiring) }
    func setDone() { flag.store(true, ordering: .releasing) }
}
