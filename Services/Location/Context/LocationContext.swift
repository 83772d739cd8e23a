import Foundation
import Logging
import Metrics
import Models
import ServiceRuntime
import Storage
import Synchronization

final class LocationContext: Sendable {
    let policy: LocationPolicy
    let store: LocationStore
    private let clock: any WallClock
    private let deviceKeys: DeviceKeyLimiter
    private let newDevices: NewDeviceLimiter
    let shareLinks = ShareLinkLimiter()
    let circleCodes = CircleCodeLimiter()
    let forwarders = ForwarderLimiter()
    private let denials: DenialCounts
    let dropped: DroppedLocations
    private let storeOutage: StoreOutage
    let random: @Sendable (Int) -> [UInt8]
    let poster: PlacePoster
    let checkSession: @Sendable (CheckSession, MessageContext) async throws -> CheckSession.Reply

    init(
        policy: LocationPolicy, store: LocationStore, clock: any WallClock, wrongKeys: TokenBucketRate,
        newDevices: TokenBucketRate, denials: DenialCounts, dropped: DroppedLocations, storeOutage: StoreOutage,
        random: @escaping @Sendable (Int) -> [UInt8], poster: PlacePoster? = nil,
        checkSession: @escaping @Sendable (CheckSession, MessageContext) async throws -> CheckSession.Reply
    ) {
        self.policy = policy
        self.store = store
        self.clock = clock
        self.denials = denials
        self.dropped = dropped
        self.storeOutage = storeOutage
        self.random = random
        self.poster = poster ?? PlacePoster(clock: clock)
        self.checkSession = checkSession
        deviceKeys = DeviceKeyLimiter(wrongKeys)
        self.newDevices = NewDeviceLimiter(newDevices)
    }

    var now: UnixTime { clock.now() }

    /// Turns refusals and failures of the store into the client's errors. Every wrong key gets the same refusal; beyond
    /// the limit it contains the time to wait, but keeps its status: the iPhone app silently retries after 429. The
    /// devices in `shown`, whose keys the request contains, are counted before the check.
    func ask<R: Request, Value>(
        _ request: R, showing shown: [DeviceID] = [], as key: ShownKey = .device, _ context: MessageContext,
        _ ask: (LocationStore, UnixTime) async throws(LocationStoreError) -> AccessResult<Value>
    ) async throws -> Value {
        let now = clock.now()
        let address = address(context)
        let counted = deviceKeys.count(shown, from: address, at: now)
        do throws(LocationStoreError) {
            let granted = try await ask(store, now)
            deviceKeys.settle(counted, proven: granted.proven, from: address, at: now)
            return granted.value
        } catch {
            guard case .refused(let refusal) = error, let wrong = refusal.wrongGuess(key) else {
                deviceKeys.settle(counted, from: address, at: now)
                throw answer(to: error, key, request, context)
            }
            deviceKeys.settle(counted, wrong: wrong, from: address, at: now)
            var answer = refusal.answer(key)
            answer.retryAfter = counted.wait(for: wrong)
            denials.count(answer.retryAfter == nil ? answer.code : .rateLimited, of: request)
            throw answer
        }
    }

    /// Runs `ask`, which gets the total weight (`DeviceID.weightAsNew`) that the devices it creates may have.
    func askWithNewDevices<R: Request, Value>(
        _ request: R, showing shown: [DeviceID] = [], as key: ShownKey = .device, _ context: MessageContext,
        _ ask: (LocationStore, UnixTime, Int) async throws(LocationStoreError) -> AccessResult<Value>
    ) async throws -> Value {
        try await self.ask(request, showing: shown, as: key, context) { store, now throws(LocationStoreError) in
            try await newDevices.count(from: address(context), at: now) { atMost throws(LocationStoreError) in
                try await ask(store, now, atMost)
            }
        }
    }

    func address(_ context: MessageContext) -> String { context.client?.address?.value ?? "" }

    /// Turns an error of the store into the client's error. A full disk gets the text `fullDisk`.
    private func answer<R: Request>(
        to error: LocationStoreError, _ key: ShownKey, _ request: R, _ context: MessageContext
    ) -> any Error {
        switch error {
        case .refused(let refusal):
            let answer = refusal.answer(key)
            denials.count(answer.code, of: request)
            return answer
        case .unavailable(let cause as StorageError):
            guard case .diskFull = cause else { return error }
            var answer = ServiceError(unavailable: cause, to: storeOutage, context)
            denials.countFullDisk(of: request)
            answer.message = LocationContext.fullDisk
            return answer
        default: return error
        }
    }

    /// No location is shown if the visit cannot be recorded (decision 4).
    private static let fullDisk = """
        the server has no space left: it can store nothing, and shows no place because it cannot record the visit; \
        try again later
        """

    /// Runs large work on the thread pool, and other work on the reactor.
    func onPool<Value: Sendable>(when isLarge: Bool, _ work: () async throws -> Value) async throws -> Value {
        guard isLarge else { return try await work() }
        return try await withTaskExecutorPreference(globalConcurrentExecutor) { try await work() }
    }
}

struct DenialCounts: Sendable {
    private let metrics: any MetricsFactory

    static let label = "balise_location_denied_requests_total"

    init(_ metrics: any MetricsFactory) { self.metrics = metrics }

    static let fullDiskLabel = "balise_location_disk_full_requests_total"

    func countFullDisk<R: Request>(of request: R) {
        Counter(label: DenialCounts.fullDiskLabel, dimensions: [("message", "\(R.self)")], factory: metrics).increment()
    }

    /// Counts a refusal with one of the three codes below. Other answers, such as to malformed requests, do not count.
    func count<R: Request>(_ code: ErrorCode, of request: R) {
        switch code {
        case .forbidden, .authenticationRequired, .rateLimited:
            let dimensions = [("message", "\(R.self)"), ("code", code.rawValue)]
            Counter(label: DenialCounts.label, dimensions: dimensions, factory: metrics).increment()
        default: break
        }
    }
}

/// Counts the locations of devices without a needed key, and warns at most once an hour. Such locations are dropped,
/// not refused: a phone keeps its first location until it is acknowledged, so a refusal would block all later ones
/// (docs/reference/places.md).
final class DroppedLocations: Sendable {
    static let label = "balise_location_dropped_locations_total"
    /// The shortest time between two warnings, in seconds.
    static let pause: Int64 = 3600

    private let counter: Counter
    private let logger: Logger
    private let limit = Mutex(ReportLimit<UnixTime>())

    init(_ metrics: any MetricsFactory, _ logger: Logger) {
        counter = Counter(label: DroppedLocations.label, factory: metrics)
        self.logger = logger
    }

    func record(_ count: Int, at now: UnixTime) {
        guard count > 0 else { return }
        counter.increment(by: count)
        let end = now.adding(seconds: DroppedLocations.pause)
        guard let all = limit.withLock({ $0.record(count, at: now, quietUntil: end) }) else { return }
        logger.warning(
            """
            Locations of new devices without a key were acknowledged and dropped, since miataru.keyRequiredOfNewDevices \
            is "new"; these devices appear on no map until their app sets a key
            """,
            metadata: ["locations": "\(all)"])
    }
}
