import Models

/// An identity token or a sealed text that can be used for one sign-in.
struct SpentToken: Hashable, Codable, Sendable {
    /// See `IssuedNaming.spent`.
    let name: [UInt8]
    /// The time after which the token is invalid anyway, so that it can be forgotten.
    let end: UnixTime
    /// Whether it may be repeated for a short time. Only identity tokens may: an app cannot get another one without its
    /// user.
    var mayRepeat = true

    enum CodingKeys: Int, CodingKey { case name = 0, end, mayRepeat }

    /// The time in which it may be repeated, in milliseconds: the answer may have been lost.
    static let retryWindow: Int64 = 10_000
    /// The most tokens; a new one replaces the first spent.
    static let maximum: Int64 = 1_000_000

    /// Whether it may still be repeated after a first use at `first`.
    func mayRepeat(spentAt first: UnixTime, at now: UnixTime) -> Bool {
        mayRepeat && abs(now.rawValue - first.rawValue) <= SpentToken.retryWindow
    }
}
