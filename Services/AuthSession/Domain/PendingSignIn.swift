// A sign-in whose second step is still to be taken, sealed in the ticket that its app gets.

import Models

/// A sign-in whose first step was right: the ticket with which the second one is shown. Nothing of it is stored.
struct PendingSignIn: Codable, Sendable {
    let account: AccountID
    /// As identity said it of the first step.
    let recognisedAt: UnixTime
    let firstStep: FirstStep
    let signInMethod: SignInMethod
    let kind: SessionKind
    let isRemembered: Bool
    /// Whether an erasure that the person asked for is taken back.
    let cancelsErasure: Bool
    /// What the first step was shown with and counts once, beside a password: it is used up with the second one.
    let spends: SpentToken?
    /// The identity provider with which the account is linked then.
    let link: PendingLink?
    /// For whom an identity provider vouched by its web page: the session ends with a sign-out there.
    let vouched: VouchedOrigin?
    /// Random, so that no two tickets are the same.
    let id: [UInt8]
    let end: UnixTime

    enum CodingKeys: Int, CodingKey {
        case account = 0, recognisedAt, firstStep, signInMethod, kind, isRemembered, cancelsErasure, spends, link, id,
            end, vouched
    }

    /// For how many seconds it counts: its person has to find their device, and to wait for the next code.
    static let lifetime: Int64 = 300
}

/// An identity provider's person with whom an account is linked once both steps are taken.
struct PendingLink: Codable, Sendable {
    /// As in `LinkIssuedUser`.
    let issuer: String
    let subjectHash: String
    let claims: PersonClaims

    enum CodingKeys: Int, CodingKey { case issuer = 0, subjectHash, claims }
}
