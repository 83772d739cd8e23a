// How often one address may try.

import MessageBus
import Models
import Synchronization

/// What is limited by address.
enum AttemptKind: Hashable, Sendable {
    /// Whatever takes a secret: sign-ins, refreshes, resets, changes, claims, credentials. Failures count.
    case secret
    /// Making an account. Every attempt counts.
    case registration
    /// Asking for a password reset. Every attempt counts.
    case reset
    /// Asking for a code on a phone. Every attempt counts.
    case phoneCode
}

/// Counts attempts by address and says when there were too many. Nothing of it is stored on disk.
///
/// The minute of an address begins with its first attempt, and the count with it. Of an IPv6 address the first 64 bits
/// count, since whoever has one has all that share them.
final class AttemptLimits: Sendable {
    private let failuresPerMinute: Int
    private let registrationsPerMinute: Int
    private let clock: any FeedClock
    private let minutes: Mutex<AttemptWindows>

    init(
        failuresPerMinute: Int, registrationsPerMinute: Int, memory: Int = 40_000,
        clock: any FeedClock = ContinuousFeedClock()
    ) {
        self.failuresPerMinute = failuresPerMinute
        self.registrationsPerMinute = registrationsPerMinute
        self.clock = clock
        minutes = Mutex(AttemptWindows(length: .seconds(60), memory: memory))
    }

    /// How many addresses are remembered.
    var count: Int { minutes.withLock { $0.count } }

    /// Throws 429, with the time to wait, when the address has no attempt left.
    func check(_ kind: AttemptKind, from address: String) throws(EdgeError) {
        let key = key(kind, address)
        let now = clock.now
        let bound = bound(kind)
        if let left = minutes.withLock({ $0.timeLeft(of: key, bound: bound, at: now) }) { throw tooMany(left) }
    }

    /// Counts an attempt that failed.
    func recordFailure(_ kind: AttemptKind, from address: String) {
        let key = key(kind, address)
        let now = clock.now
        minutes.withLock { $0.record(key, at: now) }
    }

    /// Counts an attempt whatever becomes of it, or throws 429 when the address has none left.
    func recordAttempt(_ kind: AttemptKind, from address: String) throws(EdgeError) {
        let key = key(kind, address)
        let now = clock.now
        let bound = bound(kind)
        let rest = minutes.withLock { minutes -> Duration? in
            if let left = minutes.timeLeft(of: key, bound: bound, at: now) { return left }
            minutes.record(key, at: now)
            return nil
        }
        if let rest { throw tooMany(rest) }
    }

    /// Does what shows a secret that can be guessed. The attempt counts from its beginning, and is none in the end unless the
    /// secret was wrong or came before its time.
    func counted<T: Sendable>(
        from address: String, _ body: () async throws(EdgeError) -> T
    ) async throws(EdgeError) -> T {
        try recordAttempt(.secret, from: address)
        do throws(EdgeError) {
            let value = try await body()
            takeBack(.secret, from: address)
            return value
        } catch {
            if !error.code.meansWrongSecret, error.code != .rateLimited { takeBack(.secret, from: address) }
            throw error
        }
    }

    private func takeBack(_ kind: AttemptKind, from address: String) {
        let key = key(kind, address)
        minutes.withLock { $0.takeBack(key) }
    }

    private func bound(_ kind: AttemptKind) -> Int { kind == .secret ? failuresPerMinute : registrationsPerMinute }

    private func tooMany(_ rest: Duration) -> EdgeError {
        let seconds = rest.wholeSeconds
        return EdgeError(.rateLimited, "too many attempts; wait \(seconds) s and try again", retryAfter: seconds)
    }

    private func key(_ kind: AttemptKind, _ address: String) -> AttemptWindows.Key {
        var hasher = Hasher()
        hasher.combine(kind)
        hasher.combine(ClientNetwork(text: address).owner)
        return hasher.finalize()
    }
}
