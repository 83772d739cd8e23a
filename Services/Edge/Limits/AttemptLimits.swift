// How often an address may try what takes a secret, or makes something for nothing.

import Models
import Synchronization

/// What is counted for each address.
enum AttemptKind: Hashable, Sendable {
    /// Showing a secret that turns out to be wrong.
    case secret
    /// Making an account.
    case registration
    /// Asking for a link for a new password.
    case reset
}

/// Counts by address, minute by minute, in a table that is bounded: it begins anew with each minute.
final class AttemptLimits: Sendable {
    private struct Entry: Hashable {
        var kind: AttemptKind
        var address: String
    }

    private struct Minute {
        var began: ContinuousClock.Instant
        var counts: [Entry: Int] = [:]
    }

    /// The most addresses that are counted in one minute.
    private static let maximumEntries = 100_000

    private let failures: Int
    private let registrations: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let minute: Mutex<Minute>

    /// - Parameters:
    ///   - failuresPerMinute: Of wrong secrets.
    ///   - registrationsPerMinute: Of registrations, and of requests for a link.
    init(
        failuresPerMinute: Int, registrationsPerMinute: Int,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        failures = failuresPerMinute
        registrations = registrationsPerMinute
        self.now = now
        minute = Mutex(Minute(began: now()))
    }

    /// 429 when there were too many within this minute.
    func check(_ kind: AttemptKind, from address: String) throws(EdgeError) {
        let now = now()
        let (count, began) = minute.withLock { minute in
            AttemptLimits.begin(&minute, now)
            return (minute.counts[Entry(kind: kind, address: address)] ?? 0, minute.began)
        }
        guard count >= (kind == .secret ? failures : registrations) else { return }
        let left = began + .seconds(60) - now
        throw EdgeError(.rateLimited, "", retryAfter: max(1, Int(left.components.seconds) + 1))
    }

    /// Counts a wrong secret.
    func recordFailure(_ kind: AttemptKind, from address: String) { record(kind, address) }

    /// Counts what is counted whether it succeeds or not.
    func recordAttempt(_ kind: AttemptKind, from address: String) { record(kind, address) }

    private func record(_ kind: AttemptKind, _ address: String) {
        let now = now()
        let entry = Entry(kind: kind, address: address)
        minute.withLock { minute in
            AttemptLimits.begin(&minute, now)
            guard minute.counts[entry] != nil || minute.counts.count < AttemptLimits.maximumEntries else { return }
            minute.counts[entry, default: 0] += 1
        }
    }

    private static func begin(_ minute: inout Minute, _ now: ContinuousClock.Instant) {
        if now - minute.began >= .seconds(60) { minute = Minute(began: now) }
    }
}
