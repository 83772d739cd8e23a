import Crypto
import Models

/// A token for a new password. It can be used once, within an hour (an invitation: a week), and until a later token
/// replaces it. It cannot be printed.
struct ResetToken: Sendable {
    /// The text in the link: `pr_` and 43 characters of base64url (RFC 4648 section 5).
    let text: SecretText

    static let randomLength = 32
    static let lifetimeSeconds: Int64 = 3600
    /// How long invitations are valid, in seconds. The time is long, because their receivers do not expect them.
    static let invitationSeconds: Int64 = 7 * 24 * 3600

    init(random: [UInt8]) { text = SecretText("pr_" + base64URL(random)) }

    init?(shown text: SecretText) {
        guard text.value.utf8.count == 46, text.value.hasPrefix("pr_") else { return nil }
        self.text = text
    }

    /// The stored form. The token has 256 random bits, so a fast hash is enough.
    var hash: [UInt8] { Array(SHA256.hash(data: Array(text.value.utf8))) }
}

/// Limits the requests for a new password by address. A plain value, whose owner locks it and passes the time.
struct ResetLimiter: Sendable {
    static let requests = 3
    static let windowSeconds: Int64 = 3600

    /// The times of the latest requests, the oldest first, for each address.
    private var moments: [Int: [UnixTime]] = [:]
    private let capacity: Int

    init(capacity: Int = 20_000) { self.capacity = max(1, capacity) }

    var count: Int { moments.count }

    mutating func acquire(_ address: EmailAddress, at now: UnixTime) -> Int? {
        var hasher = Hasher()
        hasher.combine(address)
        let place = hasher.finalize()
        var recent = moments[place, default: []].filter { ResetLimiter.counts($0, at: now) }
        if recent.count >= ResetLimiter.requests, let oldest = recent.first {
            let opens = oldest.adding(seconds: ResetLimiter.windowSeconds)
            return now.seconds(until: opens)
        }
        if moments[place] == nil {
            moments.makeRoom(within: capacity, isOver: { !$0.contains { ResetLimiter.counts($0, at: now) } })
        }
        recent.append(now)
        moments[place] = recent
        return nil
    }

    /// Whether a request counts. A time in the future is from before the clock was set back, so it does not count.
    private static func counts(_ moment: UnixTime, at now: UnixTime) -> Bool {
        moment <= now && now < moment.adding(seconds: windowSeconds)
    }
}
