// What every handler works with: the store behind the limits on wrong keys, the clock, and the count of refusals.

import Foundation
import Logging
import Models
import ServiceRuntime
import Synchronization

/// What every handler works with.
final class LocationDesk: Sendable {
    let policy: LocationPolicy
    let store: any LocationStore
    private let clock: any WallClock
    private let wrongKeys: Mutex<WrongKeys>
    private let denials: DenialCounts
    private let logger: Logger
    /// Gives so many random bytes.
    let random: @Sendable (Int) -> [UInt8]

    init(
        policy: LocationPolicy, store: any LocationStore, clock: any WallClock, budget: WrongKeyBudget,
        denials: DenialCounts, logger: Logger, random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.policy = policy
        self.store = store
        self.clock = clock
        self.denials = denials
        self.logger = logger
        self.random = random
        wrongKeys = Mutex(WrongKeys(budget))
    }

    /// The present time.
    var now: UnixTime { clock.now() }

    /// Asks the store in the name of a client, and turns its refusals and failures into what the client is told.
    ///
    /// - Parameters:
    ///   - request: the message, by which refusals are counted.
    ///   - shown: the devices whose keys the request shows. None of them is looked at while too many were wrong.
    ///   - ask: calls the store with the present time.
    func ask<R: Request, Value>(
        for request: R.Type, showing shown: [DeviceID], _ context: MessageContext,
        _ ask: (any LocationStore, UnixTime) async throws(LocationStoreError) -> Granted<Value>
    ) async throws -> Value {
        let now = clock.now()
        let address = context.client?.address?.value ?? ""
        do {
            try checkBudget(shown, address, now)
            let granted = try await answer(address, now, context) { () async throws(LocationStoreError) in
                try await ask(store, now)
            }
            if !granted.proven.isEmpty { recordRight(granted.proven, address, now) }
            return granted.value
        } catch let error as ServiceError {
            denials.count(error.code, of: request)
            throw error
        }
    }

    private func answer<Value>(
        _ address: String, _ now: UnixTime, _ context: MessageContext,
        _ ask: () async throws(LocationStoreError) -> Granted<Value>
    ) async throws -> Granted<Value> {
        do throws(LocationStoreError) {
            return try await ask()
        } catch {
            switch error {
            case .refused(let refusal):
                if case .keyWrong(let device) = refusal {
                    wrongKeys.withLock { $0.recordWrong(device, from: address, at: now) }
                }
                throw refusal.answer
            case .overloaded:
                throw ServiceError(.overloaded, "too much is waiting to be stored", retryAfter: 1)
            case .unavailable(let cause):
                // The client is told no more than that; the operator needs the reason.
                logger.following(context).error("the store is not available", metadata: ["cause": "\(cause)"])
                throw ServiceError(.unavailable, "the store is not available", retryAfter: 1)
            case .failed(let cause):
                throw cause
            }
        }
    }

    private func checkBudget(_ shown: [DeviceID], _ address: String, _ now: UnixTime) throws(ServiceError) {
        guard !shown.isEmpty else { return }
        let wait = wrongKeys.withLock { wrongKeys -> Int? in
            for device in shown {
                if let wait = wrongKeys.wait(for: device, from: address, at: now) { return wait }
            }
            return nil
        }
        if let wait { throw ServiceError(.rateLimited, "too many wrong DeviceKeys", retryAfter: wait) }
    }

    private func recordRight(_ proven: [DeviceID], _ address: String, _ now: UnixTime) {
        wrongKeys.withLock { wrongKeys in
            for device in proven { wrongKeys.recordRight(device, from: address, at: now) }
        }
    }
}

/// Runs `work` where it may compute long when it is large, and else where it stands, on the reactor.
func elsewhere<Value: Sendable>(
    when isLarge: Bool, _ work: () async throws -> Value
) async throws -> Value {
    guard isLarge else { return try await work() }
    return try await withTaskExecutorPreference(globalConcurrentExecutor) { try await work() }
}
