// A sign-out, kept because the tokens of an identity provider outlive it and must be refused.

import Models

/// What is remembered under a name when its session has ended: tokens that were issued up to then count no more.
struct SignOutMark: Hashable, Sendable {
    /// In seconds since 1970 by the clock of whoever issues the tokens.
    let issuedUpTo: Int64
    /// Why.
    let reason: SessionEnd.Reason

    /// How many seconds it is kept. A token that was issued longer ago is refused for its age.
    static let kept = TrustedIssuer.maximumLifetime
    /// Refuses whatever is shown, whenever it was issued.
    static let forever = Int64.max

    /// Whether it refuses a token; one that does not say when it was issued may be from before.
    /// - Parameter issuedAt: in seconds.
    func refuses(issuedAt: Int64?) -> Bool { issuedAt.map { $0 <= issuedUpTo } ?? true }

    /// The moment up to which the end of a session refuses tokens.
    ///
    /// The provider's clock may be ahead: a token from before the end must not seem to be from after it.
    ///
    /// - Parameter lastIssuedAt: The `iat` of the latest token that the session has seen, in seconds.
    static func moment(of end: UnixTime, lastIssuedAt: Int64?) -> Int64 {
        max(end.rawValue / 1000, lastIssuedAt ?? .min)
    }
}
