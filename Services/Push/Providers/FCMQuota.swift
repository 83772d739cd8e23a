import Models

/// FCM does not always say whether the quota of the project or of one push device is exhausted. One refused token waits
/// alone; several within a short time mean the project.
struct FCMQuota {
    struct Refusal: Hashable, Sendable {
        var isOfProject: Bool
        var pause: Duration
    }

    static let reason = "QUOTA_EXCEEDED"
    /// So many tokens must be refused, within so many seconds.
    private static let tokens = 3
    private static let span: Int64 = 10
    /// In seconds. It doubles with each further pause; after each, one push tests the quota.
    private static let firstPause: Int64 = 60

    private var refused: [(token: Int, at: UnixTime)] = []
    private var pausedUntil = UnixTime(milliseconds: 0)
    private var pauses: Int64 = 0

    mutating func refused(_ token: SecretText, _ refusal: Refusal, at now: UnixTime) {
        guard pausedUntil <= now else { return }
        // Stores only a hash of the token.
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

    func pause(at now: UnixTime) -> Duration? {
        pausedUntil > now ? .milliseconds(pausedUntil.rawValue - now.rawValue) : nil
    }
}
