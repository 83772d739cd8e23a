// An identity token or a code that somebody has signed in with, and that cannot be used again.

import Models

/// An identity token, or a text that was sealed here, with which somebody signs in.
struct SpentToken: Hashable, Codable, Sendable {
    /// See `IssuedNaming.spent`.
    let name: [UInt8]
    /// When nobody would take the token any more, so that it need not be remembered.
    let end: UnixTime
    /// Whether it may be shown again for a moment; nil for yes, as a version before has it in tickets. Only an identity token
    /// may: its app cannot ask for another one without its person.
    var mayRepeat: Bool?

    enum CodingKeys: Int, CodingKey { case name = 0, end, mayRepeat }

    /// For how many milliseconds it may be shown again: the answer may have been lost.
    static let retryWindow: Int64 = 10_000
    /// The most that are remembered; one more takes the place of the one that was spent first.
    static let maximum: Int64 = 1_000_000

    /// Whether it may still be shown when it was first shown then.
    func mayRepeat(spentAt first: UnixTime, at now: UnixTime) -> Bool {
        mayRepeat ?? true && abs(now.rawValue - first.rawValue) <= SpentToken.retryWindow
    }
}
