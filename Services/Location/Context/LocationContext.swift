// What every handler works with: the store behind the limits on wrong keys, the clock, and the count of refusals.

import Foundation
import Models
import ServiceRuntime
import Storage

/// What every handler works with.
final class LocationContext: Sendable {
    let policy: LocationPolicy
    let store: LocationStore
    private let clock: any WallClock
    private let deviceKeys: DeviceKeyLimiter
    private let newDevices: NewDeviceLimiter
    private let denials: DenialCounts
    let dropped: DroppedLocations
    private let storeOutage: StoreOutage
    /// Gives so many random bytes.
    let random: @Sendable (Int) -> [UInt8]

    init(
        policy: LocationPolicy, store: LocationStore, clock: any WallClock, wrongKeys: TokenBucketRate,
        newDevices: TokenBucketRate, denials: DenialCounts, dropped: DroppedLocations, storeOutage: StoreOutage,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.policy = policy
        self.store = store
        self.clock = clock
        self.denials = denials
        self.dropped = dropped
        self.storeOutage = storeOutage
        self.random = random
        deviceKeys = DeviceKeyLimiter(wrongKeys)
        self.newDevices = NewDeviceLimiter(newDevices)
    }

    /// The present time.
    var now: UnixTime { clock.now() }

    /// Asks the store in the name of a client, and turns its refusals and failures into what the client is told. A wrong
    /// key is refused in the same way however many were shown; beyond the limit the refusal also says how long to wait.
    /// Another status would mislead the iPhone app: it retries 429 in silence.
    ///
    /// - Parameters:
    ///   - request: the message, by which refusals are counted.
    ///   - shown: the devices whose keys the request shows. They count before they are judged.
    ///   - key: what these keys are called in the request.
    ///   - ask: calls the store with the present time.
    func ask<R: Request, Value>(
        for request: R.Type, showing shown: [DeviceID], as key: ShownKey = .device, _ context: MessageContext,
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

    /// As `ask`, for what makes a device known when it is not yet. `ask` is told how many it may make known.
    func askWithNewDevices<R: Request, Value>(
        for request: R.Type, showing shown: [DeviceID], as key: ShownKey = .device, _ context: MessageContext,
        _ ask: (LocationStore, UnixTime, Int) async throws(LocationStoreError) -> AccessResult<Value>
    ) async throws -> Value {
        try await self.ask(for: request, showing: shown, as: key, context) {
            store, now throws(LocationStoreError) in
            try await newDevices.count(from: address(context), at: now) { atMost throws(LocationStoreError) in
                try await ask(store, now, atMost)
            }
        }
    }

    private func address(_ context: MessageContext) -> String { context.client?.address?.value ?? "" }

    /// What the client is told, where this service has more to say of it than others.
    private func answer<R: Request>(
        to error: LocationStoreError, _ key: ShownKey, _ request: R.Type, _ context: MessageContext
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
        default:
            return error
        }
    }

    /// A place is not shown to somebody whose visit cannot be recorded (decision 4).
    private static let fullDisk = """
        the server has no space left: it can store nothing, and shows no place because it cannot record the visit; \
        try again later
        """

    /// Runs `work` on the pool when it is large, and else where it stands, on the reactor.
    func onPool<Value: Sendable>(when isLarge: Bool, _ work: () async throws -> Value) async throws -> Value {
        guard isLarge else { return try await work() }
        return try await withTaskExecutorPreference(globalConcurrentExecutor) { try await work() }
    }
}
