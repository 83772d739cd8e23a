// How often one address may try.

import MessageBus
import Models
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What is limited by address.
enum AttemptKind: Hashable, Sendable {
    /// Whatever takes a secret: sign-ins, refreshes, resets, changes, claims, credentials. Failures count.
    case secret
    /// Making an account. Every attempt counts.
    case registration
    /// Asking for a password reset. Every attempt counts.
    case reset
}

/// Counts attempts by address and says when there were too many. Nothing of it is stored on disk.
///
/// The minute of an address begins with its first attempt, and the count with it. Of an IPv6 address the first 64 bits
/// count, since whoever has one has all that share them.
final class AttemptLimits: Sendable {
    /// One address and kind. A hash that differs with every start of the process, so nobody can make two meet.
    private typealias Key = Int

    private struct Minute {
        var began: Duration
        var count = 0

        func isOver(at now: Duration) -> Bool { now - began >= .seconds(60) }
    }

    private let failuresPerMinute: Int
    private let registrationsPerMinute: Int
    private let clock: any FeedClock
    /// The most addresses remembered.
    private let memory: Int
    private let minutes = Mutex<[Key: Minute]>([:])

    init(
        failuresPerMinute: Int, registrationsPerMinute: Int, memory: Int = 40_000,
        clock: any FeedClock = ContinuousFeedClock()
    ) {
        self.failuresPerMinute = failuresPerMinute
        self.registrationsPerMinute = registrationsPerMinute
        self.memory = max(8, memory)
        self.clock = clock
    }

    /// How many addresses are remembered.
    var count: Int { minutes.withLock { $0.count } }

    /// Throws 429, with the time to wait, when the address has no attempt left.
    func check(_ kind: AttemptKind, from address: String) throws(EdgeError) {
        let key = key(kind, address)
        let now = clock.now
        if let left = minutes.withLock({ timeLeft(of: $0[key], kind, now) }) { throw tooMany(left) }
    }

    /// Counts an attempt that failed.
    func recordFailure(_ kind: AttemptKind, from address: String) {
        let key = key(kind, address)
        let now = clock.now
        minutes.withLock { count(key, now, in: &$0) }
    }

    /// Counts an attempt whatever becomes of it, or throws 429 when the address has none left.
    func recordAttempt(_ kind: AttemptKind, from address: String) throws(EdgeError) {
        let key = key(kind, address)
        let now = clock.now
        let rest = minutes.withLock { minutes -> Duration? in
            if let left = timeLeft(of: minutes[key], kind, now) { return left }
            count(key, now, in: &minutes)
            return nil
        }
        if let rest { throw tooMany(rest) }
    }

    /// How long the minute of an address still goes on in which it has no attempt left; nil when it has one.
    private func timeLeft(of minute: Minute?, _ kind: AttemptKind, _ now: Duration) -> Duration? {
        guard let minute, !minute.isOver(at: now) else { return nil }
        let bound = kind == .secret ? failuresPerMinute : registrationsPerMinute
        return minute.count >= bound ? minute.began + .seconds(60) - now : nil
    }

    private func count(_ key: Key, _ now: Duration, in minutes: inout [Key: Minute]) {
        if minutes.count >= memory, minutes[key] == nil {
            minutes = minutes.filter { !$0.value.isOver(at: now) }
            if minutes.count >= memory {
                // Whose minute goes on cannot all be remembered, so any eighth of them goes.
                for surplus in Array(minutes.keys.prefix(memory / 8)) { minutes[surplus] = nil }
            }
        }
        if minutes[key]?.isOver(at: now) ?? true { minutes[key] = Minute(began: now) }
        minutes[key]?.count += 1
    }

    private func tooMany(_ rest: Duration) -> EdgeError {
        let seconds = Int(rest.components.seconds) + (rest.components.attoseconds > 0 ? 1 : 0)
        return EdgeError(.rateLimited, "too many attempts; wait \(seconds) s and try again", retryAfter: seconds)
    }

    private func key(_ kind: AttemptKind, _ address: String) -> Key {
        var hasher = Hasher()
        hasher.combine(kind)
        hasher.combine(network(of: address))
        return hasher.finalize()
    }
}

/// What of an address stands for its owner: of IPv6 the first 64 bits, otherwise all of it.
private func network(of address: String) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, address, &bytes) == 1 else { return Array(address.utf8) }
    return Array(bytes.prefix(8))
}
