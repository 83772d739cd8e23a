import HTTPTypes
import MessageBus
import Models
import ServiceRuntime
import ServiceSettings
import Synchronization

/// Attempts of each address in an hour, in memory only. An attempt is counted before it is made, so that parallel attempts
/// cannot exceed the limit, and taken back if the server fails.
final class AppwriteLimiter: Sendable {
    enum Kind: Hashable, Sendable {
        case account
        case anonymousSession
        case emailSession(Personal<String>)
    }

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

    /// Throws 429 when the address has no attempt left.
    func begin(_ kind: Kind, from address: String) throws(EdgeError) -> Attempt {
        let key = AttemptWindows.key(kind, address)
        let bound = bound(kind)
        let now = clock.now
        let rest = hours.withLock { $0.take(key, bound: bound, at: now) }
        guard let rest else { return Attempt(key: key) }
        var error = EdgeError(.rateLimited, "", retryAfter: rest.wholeSeconds)
        error.fields = [HTTPField(name: .rateLimitLimit, value: String(bound))]
        throw error
    }

    func takeBack(_ attempt: Attempt) { hours.withLock { $0.takeBack(attempt.key) } }

    func forget(_ attempt: Attempt) { hours.withLock { $0.forget(attempt.key) } }

    private func bound(_ kind: Kind) -> Int {
        switch kind {
        case .account: settings.accountsPerHour
        case .anonymousSession: settings.anonymousSessionsPerHour
        case .emailSession: settings.signInsPerHour
        }
    }
}
