import Models

/// Finds out whose quota is exhausted, because FCM does not always say whether it is the quota of the project or of one
/// push device. One refused token waits alone; several refused tokens within a short time mean the project.
struct FCMQuota {
    struct Refusal: Hashable, Sendable {
        var isOfProject: Bool
        var pause: Duration
    }

    static let reason = "QUOTA_EXCEEDED"
    /// The number of refused tokens that mean the project, and the seconds within which they are refused.
    private static let tokens = 3
    private static let span: Int64 = 10
    /// The limit of the first pause in seconds. The limit doubles with each further pause until FCM accepts a push.
    private static let firstPause: Int64 = 60

    private var refused: [(token: Int, at: UnixTime)] = []
    private var pausedUntil = UnixTime(milliseconds: 0)
    private var pauses: Int64 = 0

    mutating func refused(_ token: SecretText, _ refusal: Refusal, at now: UnixTime) {
        guard pausedUntil <= now else { return }
        // A hash of the token is enough to recognise the token again.
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
