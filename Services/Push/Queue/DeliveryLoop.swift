import Logging
import Models
import ServiceRuntime
import ServiceSettings
import Synchronization

struct DeliveryLoop: DeliversQueue {
    private let workers: [DeliveryWorker]
    private let recorder: OutcomeRecorder
    private let gateway: any PushGateway
    private let store: any QueueStore
    private let clock: any WallClock
    private let logger: Logger
    private let rateLimit = RateLimitedLog()
    private let isRecovered = Flag()
    private let pause: @Sendable (Duration) async throws -> Void

    private static let interval = Duration.milliseconds(500)
    /// The time that the program, when it ends, waits for deliveries in flight.
    private static let timeout = Duration.seconds(2)

    init(
        store: any QueueStore, gateway: any PushGateway, rules: AudienceRules, texts: StandardTexts,
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

    /// Yields after each stored batch. True means that some of its deliveries are due again.
    private let written: AsyncStream<Bool>

    func signal() {
        for worker in workers { worker.signal() }
    }

    func takeOtherCredentials() {
        for worker in workers { worker.takeOtherCredentials() }
    }

    func signal(isMoreToCome: Bool) {
        for worker in workers { worker.signal(isMoreToCome: isMoreToCome) }
    }

    var notes: [String] {
        ([recorder.note, gateway.note] + workers.map { $0.stopNote }).compactMap(\.self)
    }

    /// Recovers from a crash. Nothing is sent until the recovery is stored; `run` repeats it if it fails.
    func recover() async {
        do throws(PushStoreError) {
            try await store.recover(limit: 2000, at: clock.now())
            let outages = try await store.outages()
            for worker in workers { if let outage = outages[worker.name] { worker.resume(outage) } }
            isRecovered.set()
        } catch {
            guard rateLimit.record("recover", at: clock.now()) != nil else { return }
            logger.error(
                "the queue of the previous run cannot be recovered, so push sends nothing; check the database",
                metadata: ["cause": .failure(error)])
        }
    }

    /// Runs until its task is cancelled. Then waits briefly for deliveries in flight and records their outcomes. From
    /// time to time it asks `beginning` whether a notification begins.
    func run(beside beginning: any BeginsNotifications) async {
        let writing = Task { await recorder.run() }
        let closing = Mutex<Task<Void, Never>?>(nil)
        await withTaskCancellationHandler {
            await deliver(beside: beginning)
        } onCancel: {
            // The connection is closed, which ends hanging requests. If the sleep was cancelled, no request hangs.
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
        // If this fails, the next start counts some deliveries as sent that may not have left. If the recovery has not
        // succeeded, the previous run's marks must stay.
        if isRecovered.isSet, recorder.isAllWritten { try? await store.forgetTaken() }
    }

    private func deliver(beside beginning: any BeginsNotifications) async {
        await withTaskGroup { group in
            group.addTask {
                while !isRecovered.isSet {
                    guard (try? await pause(.seconds(1))) != nil else { return }
                    await recover()
                }
                await withTaskGroup { group in
                    for worker in workers { group.addTask { await worker.run() } }
                }
            }
            group.addTask {
                while !Task.isCancelled {
                    beginning.signal()
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
