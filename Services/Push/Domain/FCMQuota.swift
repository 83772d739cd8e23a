// Whether the quota of a project of FCM is used up.

import Models

/// Tells a project whose quota is used up from a push device that gets too much. FCM does not always say which one it
/// is: one token that is refused waits by itself, several within a short time mean the project.
struct FCMQuota {
    /// A refusal because of a quota.
    struct Refusal: Hashable, Sendable {
        /// Whether FCM says that it is the project's.
        var isOfProject: Bool
        /// How long FCM asks to be left alone.
        var pause: Duration
    }

    static let reason = "QUOTA_EXCEEDED"
    /// How many tokens have to be refused, within so many seconds.
    private static let tokens = 3
    private static let span: Int64 = 10
    /// The first pause of a project is no longer than this, the next twice as long, and so on: whether it is over is
    /// tried.
    private static let firstPause: Int64 = 60

    private var refused: [(token: Int, at: UnixTime)] = []
    private var pausedUntil = UnixTime(milliseconds: 0)
    /// How many pauses there were since something was taken.
    private var pauses: Int64 = 0

    mutating func refused(_ token: SecretText, _ refusal: Refusal, at now: UnixTime) {
        guard pausedUntil <= now else { return }
        // Nothing of the token but its hash is kept.
        let hash = token.value.hashValue
        refused.removeAll { $0.token == hash || $0.at.adding(seconds: FCMQuota.span) <= now || $0.at > now }
        refused.append((hash, now))
        guard refusal.isOfProject || refused.count >= FCMQuota.tokens else { return }
        let maximum = FCMQuota.firstPause << min(pauses, 10)
        pausedUntil = now.adding(seconds: min(refusal.pause.components.seconds + 1, maximum))
        pauses += 1
        refused = []
    }

    mutating func taken() { pauses = 0 }

    /// For how long nothing should be sent; nil when something may be.
    func pause(at now: UnixTime) -> Duration? {
        pausedUntil > now ? .milliseconds(pausedUntil.rawValue - now.rawValue) : nil
    }
}
