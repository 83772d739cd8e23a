// An identity token that somebody has signed in with, and that cannot be used again.

import Models

/// An identity token with which somebody signs in.
struct SpentToken: Hashable, Codable, Sendable {
    /// See `IssuedNaming.spent`.
    let name: [UInt8]
    /// When nobody would take the token any more, so that it need not be remembered.
    let end: UnixTime

    enum CodingKeys: Int, CodingKey { case name = 0, end }

    /// For how many milliseconds it may be shown again: the answer may have been lost.
    static let retryWindow: Int64 = 10_000
    /// The most that are remembered; one more takes the place of the one that was spent first.
    static let maximum: Int64 = 1_000_000

    /// Whether a token may still be shown that was first shown then.
    static func mayRepeat(spentAt first: UnixTime, at now: UnixTime) -> Bool {
        abs(now.rawValue - first.rawValue) <= retryWindow
    }
}
