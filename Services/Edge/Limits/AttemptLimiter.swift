// How often one address may try.

import MessageBus
import Models
import Synchronization

/// What is limited by address, whether it succeeds or not.
enum AttemptKind: Hashable, Sendable {
    /// Making an account.
    case registration
    /// Giving an account another name, which tells whether somebody has it already.
    case nameChange
    /// Asking for a password reset.
    case reset
    /// Asking for a code on a phone.
    case phoneCode
    /// Asking for a code by mail.
    case emailCode
}

/// The kinds of secrets, whose wrong ones are counted by address. Each kind is counted by itself: a wrong token is no
/// reason to doubt a password.
enum SecretKind: Hashable, Sendable {
    /// What nobody guesses: tokens, keys, links.
    case token
    /// What people choose or type: passwords, codes, the keys of devices. The service that verifies them bounds how
    /// often, by whose they are and from where they come.
    case password
}

/// Counts attempts by address and says when there were too many. Nothing of it is stored on disk.
///
/// The minute of an address begins with its first attempt, and the count with it. Of an IPv6 address the first 64 bits
/// count, since whoever has one has all that share them.
final class AttemptLimiter: Sendable {
    private let registrationsPerMinute: Int
    private let refusalTime: Duration
    private let clock: any FeedClock
    private let minutes: Mutex<AttemptWindows>
    private let verifications: VerificationLimiter
    private let times = Mutex(VerificationTimes())

    /// - Parameter refusalTime: how long the answer to a password takes that says to wait; some whole times that, where
    ///   verifying takes longer. Whether the password was verified depends on who else signs in from there, and a
    ///   shorter answer would show that to a stranger.
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

    /// How many addresses are remembered, of attempts and of wrong secrets.
    var count: Int { max(minutes.withLock { $0.count }, verifications.count) }

    /// Counts an attempt whatever becomes of it, or throws 429 when the address has none left.
    func recordAttempt(_ kind: AttemptKind, from address: String) throws(EdgeError) {
        let key = key(kind, address)
        let now = clock.now
        let bound = registrationsPerMinute
        let rest = minutes.withLock { minutes -> Duration? in
            if let left = minutes.timeLeft(of: key, bound: bound, at: now) { return left }
            minutes.record(key, at: now)
            return nil
        }
        if let rest { throw tooMany(rest.wholeSeconds) }
    }

    /// Has a secret verified.
    ///
    /// However many were wrong before, a right one passes, and only a wrong one is answered 429 then. With many side by
    /// side it waits for its turn; one that finds a thousand waiting is answered 429 without being verified
    /// (`VerificationLimiter`).
    ///
    /// - Parameters:
    ///   - message: With what it is shown: how long verifying takes is learnt apart for each.
    ///   - isWrong: Whether an answer means that the secret counts for nothing.
    ///   - body: Has it verified.
    func verified<T: Sendable>(
        _ kind: SecretKind, in message: Any.Type = Never.self, from address: String, isWrong: (EdgeError) -> Bool,
        _ body: () async throws(EdgeError) -> T
    ) async throws(EdgeError) -> T {
        let key = key(kind, address)
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
            // Its place is free by now, so this keeps nobody else waiting.
            if kind == .password, refusal.tellsToWait { await holdBack(message, since: begun) }
            throw refusal
        }
    }

    /// It was verified: its answer is not one that also comes without.
    private func learn(_ message: Any.Type, since moment: Duration) {
        let took = clock.now - moment
        times.withLock { $0.record(took, of: message) }
    }

    /// Returns when what is verified now would be answered: at the end of such a span after `moment`, or of the one in
    /// which the answer came. Returns at once when nobody waits for it any more.
    private func holdBack(_ message: Any.Type, since moment: Duration) async {
        guard refusalTime > .zero else { return }
        let span = times.withLock { $0.span(of: message, in: refusalTime) }
        let spans = ((clock.now - moment) / span).rounded(.down) + 1
        try? await clock.sleep(for: moment + span * spans - clock.now)
    }

    private func tooMany(_ seconds: Int) -> EdgeError {
        EdgeError(.rateLimited, "too many attempts; wait \(seconds) s and try again", retryAfter: seconds)
    }

    private func key(_ kind: some Hashable, _ address: String) -> Int {
        var hasher = Hasher()
        hasher.combine(kind)
        hasher.combine(ClientNetwork(text: address).owner)
        return hasher.finalize()
    }
}

extension EdgeError {
    /// Whether it tells to come again later, which a service says with or without a look at what was shown.
    fileprivate var tellsToWait: Bool { code == .rateLimited || code == .overloaded }

    /// Whether a service was shown a token that is none. One whose time is over was one.
    var meansWrongToken: Bool { code == .invalidToken || code == .wrongCredentials }

    /// Whether a service was shown a password, a code or a key that is not the right one, or one before its time.
    var meansWrongPassword: Bool {
        switch code {
        case .wrongCredentials, .invalidToken, .tokenExpired, .accountGone, .forbidden, .codeMismatch, .rateLimited:
            true
        default: false
        }
    }

    /// Whether it says that somebody has a name, or to wait before more are tried.
    var meansTakenName: Bool { code == .duplicate || code == .rateLimited }

    /// Whether it says either of that to somebody who shows a password with a name.
    var meansWrongPasswordOrTakenName: Bool { meansWrongPassword || meansTakenName }
}
