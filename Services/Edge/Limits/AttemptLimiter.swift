import MessageBus
import Models
import Synchronization

enum AttemptKind: Hashable, Sendable {
    case registration
    /// The attempt to change a name of an account. Its answer reveals whether the name is taken.
    case nameChange
    case reset
    case phoneCode
    case emailCode
}

/// A kind of secret. Wrong secrets are counted by address and kind: a wrong token says nothing about passwords.
enum SecretKind: Hashable, Sendable {
    /// A secret that cannot be guessed: a token, key or link.
    case token
    /// A secret that users choose or type: a password, code or device key. The service that verifies it also limits the
    /// attempts, by owner and by address.
    case password
}

/// Limits attempts by address, in memory only. The minute of an address begins with its first attempt. Of an IPv6
/// address only the first 64 bits count, because a client usually has all addresses that share them.
final class AttemptLimiter: Sendable {
    private let registrationsPerMinute: Int
    private let refusalTime: Duration
    private let clock: any FeedClock
    private let minutes: Mutex<AttemptWindows>
    private let verifications: VerificationLimiter
    private let times = Mutex(VerificationTimes())

    /// - Parameter refusalTime: The time after which a "wait" answer to a password is sent, or a multiple of it if
    ///   verifying takes longer. A shorter time would reveal whether the password was verified, which depends on other
    ///   sign-ins from the address.
    init(
        failuresPerMinute: Int, registrationsPerMinute: Int, memory: Int = 40_000,
        refusalTime: Duration = .seconds(1), clock: any FeedClock = ContinuousFeedClock()
    ) {
        self.registrationsPerMinute = registrationsPerMinute
        self.refusalTime = refusalTime
        self.clock = clock
        minutes = Mutex(AttemptWindows(length: .seconds(60), memory: memory))
        verifications = VerificationLimiter(bound: failuresPerMinute, memory: memory)
    }

    var count: Int { max(minutes.withLock { $0.count }, verifications.count) }

    /// Counts an attempt of this kind. Throws 429, and counts nothing, if the address has none left in its minute.
    func recordAttempt(_ kind: AttemptKind, from address: String) throws(EdgeError) {
        let key = AttemptWindows.key(kind, address)
        let now = clock.now
        let bound = registrationsPerMinute
        let rest = minutes.withLock { $0.take(key, bound: bound, at: now) }
        if let rest { throw tooMany(rest.wholeSeconds) }
    }

    /// Verifies a secret by `body`. After too many wrong secrets, a further wrong secret gets a 429; a right secret
    /// still passes. If many secrets are sent at once, a secret waits for its turn; if a thousand already wait, it gets
    /// a 429 unverified (`VerificationLimiter`). The time is measured for each kind of `message`.
    func verified<T: Sendable>(
        _ kind: SecretKind, in message: Any.Type = Never.self, from address: String, isWrong: (EdgeError) -> Bool,
        _ body: () async throws(EdgeError) -> T
    ) async throws(EdgeError) -> T {
        let key = AttemptWindows.key(kind, address)
        switch await verifications.enter(key, at: clock.now) {
        case .goes: break
        case .refused(let seconds): throw tooMany(seconds)
        case .cancelled: throw .cannotTell("the caller has gone")
        }
        let begun = clock.now
        do throws(EdgeError) {
            let value = try await body()
            if kind == .password { learn(message, since: begun) }
            _ = verifications.leave(key, wasWrong: false, at: clock.now)
            return value
        } catch {
            let seconds = verifications.leave(key, wasWrong: isWrong(error), at: clock.now)
            let refusal = seconds.map { tooMany(max($0, error.retryAfter ?? 0)) } ?? error
            if kind == .password, isWrong(error), !error.tellsToWait { learn(message, since: begun) }
            // The secret's place is already free, so this wait delays no other caller.
            if kind == .password, refusal.tellsToWait { await holdBack(message, since: begun) }
            throw refusal
        }
    }

    /// Records how long a verification took. Call it only for secrets that a service has verified.
    private func learn(_ message: Any.Type, since moment: Duration) {
        let took = clock.now - moment
        times.withLock { $0.record(took, of: message) }
    }

    /// Waits until the end of a whole span after `moment`, the time at which a verified secret would be answered.
    /// Returns at once if the caller has hung up.
    private func holdBack(_ message: Any.Type, since moment: Duration) async {
        guard refusalTime > .zero else { return }
        let span = times.withLock { $0.span(of: message, in: refusalTime) }
        let spans = ((clock.now - moment) / span).rounded(.down) + 1
        try? await clock.sleep(for: moment + span * spans - clock.now)
    }

    private func tooMany(_ seconds: Int) -> EdgeError {
        EdgeError(.rateLimited, "too many attempts; wait \(seconds) s and try again", retryAfter: seconds)
    }
}

extension EdgeError {
    /// Whether the error asks to wait. A service may send it without a verification, so its time is not learned.
    fileprivate var tellsToWait: Bool { code == .rateLimited || code == .overloaded }

    /// Whether the token was wrong. An expired token does not count as wrong.
    var meansWrongToken: Bool { code == .invalidToken || code == .wrongCredentials }

    /// Whether the password, code or key was wrong, expired or refused, or came before the end of a wait.
    var meansWrongPassword: Bool {
        switch code {
        case .wrongCredentials, .invalidToken, .tokenExpired, .accountGone, .forbidden, .codeMismatch, .rateLimited:
            true
        default: false
        }
    }

    var meansTakenName: Bool { code == .duplicate || code == .rateLimited }

    var meansWrongPasswordOrTakenName: Bool { meansWrongPassword || meansTakenName }
}

/// The longest recent time of each kind of message. It becomes shorter as shorter times follow.
struct VerificationTimes: Sendable {
    static let maximum = 5.0

    private var longest: [ObjectIdentifier: Duration] = [:]

    mutating func record(_ took: Duration, of message: Any.Type) {
        let known = longest[ObjectIdentifier(message)] ?? .zero
        longest[ObjectIdentifier(message)] = max(took, known - (known - took) / 16)
    }

    /// Returns the longest recent time plus a quarter, rounded up to whole units, at most `maximum` units.
    func span(of message: Any.Type, in unit: Duration) -> Duration {
        let units = (longest[ObjectIdentifier(message)] ?? .zero) / unit * 1.25
        return unit * min(max(1, units.rounded(.up)), VerificationTimes.maximum)
    }
}

/// Counts attempts in bounded memory. The owner locks it and passes the time. A key's first attempt begins its window.
struct AttemptWindows: Sendable {
    /// A hash that changes with every start of the process, so that an attacker cannot cause a collision.
    typealias Key = Int

    private struct Window {
        var began: Duration
        var count = 0
    }

    private let length: Duration
    private let memory: Int
    private var windows: [Key: Window] = [:]

    /// - Parameter memory: The most keys in memory, at least 8.
    init(length: Duration, memory: Int) {
        self.length = length
        self.memory = max(8, memory)
    }

    var count: Int { windows.count }

    static func key(_ kind: some Hashable, _ address: String) -> Key {
        var hasher = Hasher()
        hasher.combine(kind)
        hasher.combine(ClientNetwork(text: address).owner)
        return hasher.finalize()
    }

    /// Records an attempt. If none is left, records nothing and returns the time until one is allowed again.
    mutating func take(_ key: Key, bound: Int, at now: Duration) -> Duration? {
        if let left = timeLeft(of: key, bound: bound, at: now) { return left }
        record(key, at: now)
        return nil
    }

    func timeLeft(of key: Key, bound: Int, at now: Duration) -> Duration? {
        guard let window = windows[key], !isOver(window, at: now), window.count >= bound else { return nil }
        return window.began + length - now
    }

    mutating func record(_ key: Key, at now: Duration) {
        if windows[key] == nil {
            let length = length
            windows.makeRoom(within: memory, isOver: { now - $0.began >= length })
        }
        if windows[key].map({ isOver($0, at: now) }) ?? true { windows[key] = Window(began: now) }
        windows[key]?.count += 1
    }

    mutating func takeBack(_ key: Key) {
        guard let window = windows[key], window.count > 1 else { return forget(key) }
        windows[key]?.count -= 1
    }

    mutating func forget(_ key: Key) { windows[key] = nil }

    private func isOver(_ window: Window, at now: Duration) -> Bool { now - window.began >= length }
}

extension Duration {
    /// The whole seconds, rounded up.
    var wholeSeconds: Int { Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0) }
}
