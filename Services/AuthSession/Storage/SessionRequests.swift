// What the session store is asked, and what it answers.

import Models

/// A session that is to begin.
struct NewSession: Sendable {
    var record: SessionRecord
    /// The hash of an opaque session's secret.
    var secretHash: [UInt8]?
    var client: SessionClient
    /// The identity token with which its person signs in; nil where another proof is shown.
    var spends: SpentToken?
    /// The person at the identity provider by whose web page somebody signs in; nil for other methods.
    var vouched: VouchedOrigin?
}

/// For whom an identity provider has vouched by its web page, by the names of `IssuedNames`. With it a session ends when its
/// person signs out there (OpenID Connect Back-Channel Logout 1.0).
struct VouchedOrigin: Codable, Hashable, Sendable {
    /// The `iss`.
    let issuer: String
    let person: [UInt8]
    /// Nil where the identity token names no session.
    let providerSession: [UInt8]?
    /// When the identity token was issued, in seconds.
    let issuedAt: Int64?

    enum CodingKeys: Int, CodingKey { case issuer = 0, person, providerSession, issuedAt }
}

/// What became of a session that was to begin.
enum BeginSessionResult: Hashable, Sendable {
    /// It lives; those were ended for it.
    case begun(ended: [EndedSession])
    /// Its account does not let it live.
    case refused(SessionEnd.Reason)
    /// Somebody has signed in with its identity token before.
    case spent
}

/// What became of a token that asked for its successor.
enum Refreshed: Hashable, Sendable {
    /// The session with its present rotation; the answer follows from it.
    case tokens(SessionRecord)
    /// The session was ended just now: the token was used twice, or its time is over.
    case ended(EndedSession)
    /// The session had ended before.
    case over(SessionEnd.Reason)
    /// No session that is known has this token.
    case unknown
}

/// By what a session is found.
enum SessionKey: Hashable, Sendable {
    case id(SessionID)
    /// The hash of an opaque session's secret.
    case secret([UInt8])
    /// The name of a session and of a token that was made by exchange; found only while the token is not revoked.
    case exchanged(SessionID, TokenID)
    /// By nothing: only where the feed stands is asked for.
    case nothing
}

/// What a session with tokens of an identity provider begins with, or goes on with.
struct IssuedOrigin: Hashable, Sendable {
    let names: IssuedNames
    /// The `iss` of the token.
    let issuer: String
    /// Its `iat`, in seconds.
    let issuedAt: Int64?
    /// When it counts no more.
    let tokenEnd: UnixTime
}

/// What is known of a token of an identity provider.
struct IssuedTokenStatus: Hashable, Sendable {
    /// The living session that it is for, which may be over by its age.
    let session: SessionRecord?
    /// Whether that session has seen it.
    let hasSeenToken: Bool
    /// Why it counts no more; nil when it may count.
    let refusal: SessionEnd.Reason?
}

/// What became of a session that a token of an identity provider was to begin.
struct BeginIssuedSessionResult: Hashable, Sendable {
    enum Outcome: Hashable, Sendable {
        case begun
        /// It lived already.
        case continued
        /// Its account, or a sign-out, does not let it live.
        case refused(SessionEnd.Reason)
    }

    let outcome: Outcome
    /// What was ended for it.
    var ended: [EndedSession] = []
}

/// That a person has signed out at their identity provider.
struct ProviderLogout: Hashable, Sendable {
    /// Whom it is about, by the names of `IssuedNames`.
    enum Target: Hashable, Sendable {
        case person([UInt8])
        case providerSession([UInt8])

        var name: [UInt8] {
            switch self {
            case .person(let name), .providerSession(let name): name
            }
        }
    }

    /// Tells it from others.
    let name: [UInt8]
    let target: Target
    /// When it happened, in seconds by the clock of the provider.
    let issuedAt: Int64
    /// Until when it could be shown again.
    let end: UnixTime
}

/// What was found, and the credentials feed in the same state of the database.
struct VersionedResult<Value: Sendable>: Sendable {
    let value: Value?
    let epoch: FeedEpoch
    let sequence: UInt64
}

extension VersionedResult {
    /// Another value that was found in the same state of the database.
    func of<Other: Sendable>(_ other: Other?) -> VersionedResult<Other> {
        VersionedResult<Other>(value: other, epoch: epoch, sequence: sequence)
    }
}

/// What became of a session that was to end.
enum Ending: Hashable, Sendable {
    case ended(EndedSession)
    case endedBefore
    /// The account never had it, or it is long forgotten.
    case unknown
}

/// What became of an API key that was to be revoked.
enum Revocation: Hashable, Sendable {
    case revoked
    case revokedBefore
    case unknown
}

/// What a purge has done.
struct Purged: Hashable, Sendable {
    var ended: [EndedSession]
    /// How many sessions were looked at; fewer than the limit means that no more are due.
    var count: Int
}
