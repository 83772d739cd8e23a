import Models

struct NewSession: Sendable {
    var record: SessionRecord
    var secretHash: [UInt8]?
    var client: SessionClient
    var spends: SpentToken?
    /// The user of a web sign-in; nil for other methods.
    var vouched: VouchedOrigin?
}

/// The user of a web sign-in, by the names of `IssuedNames`. A sign-out at the provider ends its session (OpenID
/// Connect Back-Channel Logout 1.0).
struct VouchedOrigin: Codable, Hashable, Sendable {
    let issuer: String
    let person: [UInt8]
    let providerSession: [UInt8]?
    /// The `iat` of the identity token, in seconds; nil if the token has none.
    let issuedAt: Int64?

    enum CodingKeys: Int, CodingKey { case issuer = 0, person, providerSession, issuedAt }

    var names: [[UInt8]] { [person] + (providerSession.map { [$0] } ?? []) }
}

enum BeginSessionResult: Hashable, Sendable {
    /// The session has begun. The sessions in `ended` were ended to make room.
    case begun(ended: [EndedSession])
    case refused(SessionEnd.Reason)
    case spent
}

enum Refreshed: Hashable, Sendable {
    /// The session with its current rotation, from which the answer follows.
    case tokens(SessionRecord)
    /// The session has just ended: the token was reused, or it has expired.
    case ended(EndedSession)
    case over(SessionEnd.Reason)
    case unknown
}

enum SessionKey: Hashable, Sendable {
    case id(SessionID)
    /// The hash of an opaque session's secret.
    case secret([UInt8])
    /// The ids of a session and of an exchanged token; found only while the token is not revoked.
    case exchanged(SessionID, TokenID)
    /// No session is looked up, because only the position of the feed is needed.
    case nothing
}

struct IssuedOrigin: Hashable, Sendable {
    let names: IssuedNames
    let issuer: String
    /// The `iat` of the token, in seconds; nil if the token has none.
    let issuedAt: Int64?
    let tokenEnd: UnixTime
}

struct IssuedTokenStatus: Hashable, Sendable {
    let session: SessionRecord?
    let hasSeenToken: Bool
    let refusal: SessionEnd.Reason?
}

struct BeginIssuedSessionResult: Hashable, Sendable {
    enum Outcome: Hashable, Sendable {
        case begun
        case continued
        case refused(SessionEnd.Reason)
    }

    let outcome: Outcome
    var ended: [EndedSession] = []
}

struct ProviderLogout: Hashable, Sendable {
    /// The user or session that is signed out, by the names of `IssuedNames`.
    enum Target: Hashable, Sendable {
        case person([UInt8])
        case providerSession([UInt8])

        var name: [UInt8] {
            switch self {
            case .person(let name), .providerSession(let name): name
            }
        }
    }

    /// The name of the logout token, which no other logout token has.
    let name: [UInt8]
    let target: Target
    /// The time of the sign-out, in seconds since 1970 on the provider's clock.
    let issuedAt: Int64
    /// The time after which the logout token can no longer be repeated.
    let end: UnixTime
}

struct VersionedResult<Value: Sendable>: Sendable {
    let value: Value?
    let epoch: FeedEpoch
    let sequence: UInt64

    /// Returns another value from the same state of the database.
    func of<Other: Sendable>(_ other: Other?) -> VersionedResult<Other> {
        VersionedResult<Other>(value: other, epoch: epoch, sequence: sequence)
    }
}

enum Ending: Hashable, Sendable {
    case ended(EndedSession)
    case endedBefore
    /// The account never had the session, or its row was deleted.
    case unknown
}

enum Revocation: Hashable, Sendable {
    case revoked
    case revokedBefore
    case unknown
}

struct Purged: Hashable, Sendable {
    var ended: [EndedSession]
    /// The number of checked sessions; a number below the limit means that no other session is due.
    var count: Int
}
