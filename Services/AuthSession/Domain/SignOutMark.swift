import Models

/// The mark of an ended session under a name. Tokens issued up to then are refused, because a provider's tokens outlive
/// the session.
struct SignOutMark: Hashable, Sendable {
    /// In seconds since 1970, on the issuer's clock.
    let issuedUpTo: Int64
    let reason: SessionEnd.Reason

    /// The time that a mark is kept, in seconds. Older tokens are refused for their age.
    static let kept = TrustedIssuer.maximumLifetime
    /// Refuses every token, whenever it was issued.
    static let forever = Int64.max

    /// Whether it refuses a token; one without a time of issue may be from before.
    /// - Parameter issuedAt: In seconds.
    func refuses(issuedAt: Int64?) -> Bool { issuedAt.map { $0 <= issuedUpTo } ?? true }

    /// The time up to which the end of a session refuses tokens.
    ///
    /// The provider's clock may be ahead: a token from before the end must not seem to be from after it.
    ///
    /// - Parameter lastIssuedAt: The `iat` of the session's latest token, in seconds.
    static func moment(of end: UnixTime, lastIssuedAt: Int64?) -> Int64 {
        max(end.rawValue / 1000, lastIssuedAt ?? .min)
    }
}
