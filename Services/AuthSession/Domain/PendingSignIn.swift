import Models

/// A sign-in after its first step: the content of the sealed ticket for the second step. The server does not store it.
struct PendingSignIn: Codable, Sendable {
    let account: AccountID
    let verifiedAt: UnixTime
    let firstStep: FirstStep
    let signInMethod: SignInMethod
    let kind: SessionKind
    let isRemembered: Bool
    let cancelsErasure: Bool
    /// The single-use proof of the first step, other than a password. It is used up together with the second step.
    let spends: SpentToken?
    let link: PendingLink?
    /// The user at the identity provider of a web sign-in. The session ends when this user signs out there.
    let vouched: VouchedOrigin?
    /// Random bytes, so that no two tickets are equal.
    let id: [UInt8]
    let end: UnixTime

    enum CodingKeys: Int, CodingKey {
        case account = 0, verifiedAt, firstStep, signInMethod, kind, isRemembered, cancelsErasure, spends, link, id,
            end, vouched
    }

    /// The ticket's lifetime in seconds: the user must find their device, and perhaps wait for the next code.
    static let lifetime: Int64 = 300
}

struct PendingLink: Codable, Sendable {
    let issuer: String
    let subjectHash: String
    let claims: PersonClaims

    enum CodingKeys: Int, CodingKey { case issuer = 0, subjectHash, claims }
}

/// An identity token or a sealed text that can be used for a single sign-in.
struct SpentToken: Hashable, Codable, Sendable {
    let name: [UInt8]
    /// The time at which the token becomes invalid in any case, so that its use can be forgotten.
    let end: UnixTime
    /// Whether the sign-in may be repeated with this token for a short time. This is so for identity tokens, because a
    /// new token needs the user.
    var mayRepeat = true

    enum CodingKeys: Int, CodingKey { case name = 0, end, mayRepeat }

    /// The milliseconds within which a token may be repeated, because the answer may have been lost.
    static let retryWindow: Int64 = 10_000
    /// The most tokens whose use is remembered. A further token replaces the token that was used first.
    static let maximum: Int64 = 1_000_000

    /// Whether the token may be used again: if `mayRepeat`, within `retryWindow` of its first use at `first`.
    func mayRepeat(spentAt first: UnixTime, at now: UnixTime) -> Bool {
        mayRepeat && abs(now.rawValue - first.rawValue) <= SpentToken.retryWindow
    }
}
