// How often one address may use the Appwrite API in an hour.

import HTTPTypes
import MessageBus
import Models
import ServiceRuntime
import ServiceSettings
import Synchronization

/// Counts what may be done so often in an hour, by address. Nothing of it is stored on disk.
///
/// An attempt is counted before it is made, so that many at once are not more than are allowed, and is taken back when
/// the server is to blame for its failure.
final class AppwriteLimiter: Sendable {
    /// What is limited.
    enum Kind: Hashable, Sendable {
        case account
        case anonymousSession
        /// By address and e-mail address.
        case emailSession(Personal<String>)
    }

    /// An attempt that is counted.
    struct Attempt: Sendable {
        fileprivate let key: AttemptWindows.Key
    }

    private let settings: AppwriteSettings
    private let clock: any FeedClock
    private let hours: Mutex<AttemptWindows>

    init(_ settings: AppwriteSettings, memory: Int = 40_000, clock: any FeedClock = ContinuousFeedClock()) {
        self.settings = settings
        self.clock = clock
        hours = Mutex(AttemptWindows(length: .seconds(3600), memory: memory))
    }

    /// Counts an attempt, or throws 429 when the address has none left.
    func begin(_ kind: Kind, from address: String) throws(EdgeError) -> Attempt {
        var hasher = Hasher()
        hasher.combine(kind)
        hasher.combine(ClientNetwork(text: address).owner)
        let key = hasher.finalize()
        let bound = bound(kind)
        let now = clock.now
        let rest = hours.withLock { hours -> Duration? in
            if let left = hours.timeLeft(of: key, bound: bound, at: now) { return left }
            hours.record(key, at: now)
            return nil
        }
        guard let rest else { return Attempt(key: key) }
        var error = EdgeError(.rateLimited, "", retryAfter: rest.wholeSeconds)
        error.fields = [HTTPField(name: .rateLimitLimit, value: String(bound))]
        throw error
    }

    /// Takes an attempt back for which the client is not to blame.
    func takeBack(_ attempt: Attempt) { hours.withLock { $0.takeBack(attempt.key) } }

    /// Gives all attempts of its kind back.
    func forget(_ attempt: Attempt) { hours.withLock { $0.forget(attempt.key) } }

    private func bound(_ kind: Kind) -> Int {
        switch kind {
        case .account: settings.accountsPerHour
        case .anonymousSession: settings.anonymousSessionsPerHour
        case .emailSession: settings.signInsPerHour
        }
    }
}
