import Models

struct NewSession: Sendable {
    var record: SessionRecord
    var secretHash: [UInt8]?
    var client: SessionClient
    var spends: SpentToken?
    /// Nil for other methods.
    var vouched: VouchedOrigin?
}

/// The user of a web sign-in, by the names of `IssuedNames`. A sign-out at the provider ends its session (OpenID Connect
/// Back-Channel Logout 1.0).
struct VouchedOrigin: Codable, Hashable, Sendable {
    let issuer: String
    let person: [UInt8]
    let providerSession: [UInt8]?
    /// The `iat` of the identity token, in seconds.
    let issuedAt: Int64?

    enum CodingKeys: Int, CodingKey { case issuer = 0, person, providerSession, issuedAt }

    var names: [[UInt8]] { [person] + (providerSession.map { [$0] } ?? []) }
}

enum BeginSessionResult: Hashable, Sendable {
    /// It lives; these were ended to make room.
    case begun(ended: [EndedSession])
    case refused(SessionEnd.Reason)
    case spent
}

enum Refreshed: Hashable, Sendable {
    /// The session with its current rotation; the answer follows from it.
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
    /// Finds nothing: only the position of the feed is needed.
    case nothing
}

struct IssuedOrigin: Hashable, Sendable {
    let names: IssuedNames
    let issuer: String
    /// Its `iat`, in seconds.
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
    /// The subject, by the names of `IssuedNames`.
    enum Target: Hashable, Sendable {
        case person([UInt8])
        case providerSession([UInt8])

        var name: [UInt8] {
            switch self {
            case .person(let name), .providerSession(let name): name
            }
        }
    }

    /// Unique for each logout.
    let name: [UInt8]
    let target: Target
    /// The time of the sign-out, in seconds on the provider's clock.
    let issuedAt: Int64
    /// The time until which it could be repeated.
    let end: UnixTime
}

struct VersionedResult<Value: Sendable>: Sendable {
    let value: Value?
    let epoch: FeedEpoch
    let sequence: UInt64

    /// Another value from the same state of the database.
    func of<Other: Sendable>(_ other: Other?) -> VersionedResult<Other> {
        VersionedResult<Other>(value: other, epoch: epoch, sequence: sequence)
    }
}

enum Ending: Hashable, Sendable {
    case ended(EndedSession)
    case endedBefore
    /// The account never had it, or it was deleted.
    case unknown
}

enum Revocation: Hashable, Sendable {
    case revoked
    case revokedBefore
    case unknown
}

struct Purged: Hashable, Sendable {
    var ended: [EndedSession]
    /// The number of checked sessions; fewer than the limit means that no others are due.
    var count: Int
}
