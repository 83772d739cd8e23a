// What an access token says.

import Models

/// The claims of an access token (RFC 7519, section 4). Moments are in whole seconds.
struct AccessClaims: Codable, Hashable, Sendable {
    let issuer: String
    let account: AccountID
    let session: SessionID
    /// Of which refresh token it is the companion; nil when it only shows the session.
    let generation: Int64?
    let issuedAt: Int64
    let expiresAt: Int64

    enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case account = "sub"
        case session = "sid"
        case generation = "gen"
        case issuedAt = "iat"
        case expiresAt = "exp"
    }
}

extension AccessClaims {
    /// The claims of a session's present access token. They follow from what is stored, so a repeated answer is the same.
    /// - Parameter lifetime: in seconds.
    init(_ session: SessionRecord, _ rotation: Rotation, issuer: String, lifetime: Int64) {
        self.issuer = issuer
        account = session.account
        self.session = session.id
        generation = rotation.generation
        issuedAt = rotation.rotatedAt.rawValue / 1000
        expiresAt = issuedAt + lifetime
    }

    /// The claims of a token that shows a session for a while. It ends with a whole second, not after `end`.
    init(showing session: SessionRecord, issuer: String, from start: UnixTime, to end: UnixTime) {
        self.issuer = issuer
        account = session.account
        self.session = session.id
        generation = nil
        issuedAt = start.rawValue / 1000
        expiresAt = end.rawValue / 1000
    }

    /// When it ends.
    var end: UnixTime { UnixTime(milliseconds: 0).adding(seconds: expiresAt) }
}
