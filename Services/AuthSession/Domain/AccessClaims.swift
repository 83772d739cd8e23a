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
    /// What an exchanged token says beyond that; nil for any other.
    var exchange: Exchange?
    /// Whether it was made for the Appwrite account API, and counts there alone.
    var isForAppwrite = false

    /// What a token has that was made by exchange (RFC 8693).
    struct Exchange: Hashable, Sendable {
        let id: TokenID
        /// For whom it counts.
        let audience: String
        let program: String?
    }

    enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case account = "sub"
        case session = "sid"
        case generation = "gen"
        case issuedAt = "iat"
        case expiresAt = "exp"
        case audience = "aud"
        case id = "jti"
        case program
        // What apps of Appwrite look for.
        case userID = "userId"
        case sessionID = "sessionId"
    }

    /// For whom the tokens of the Appwrite account API count: one key signs for several audiences.
    static func appwriteAudience(_ issuer: String) -> String { issuer + "/v1/account" }
}

extension AccessClaims {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        issuer = try container.decode(String.self, forKey: .issuer)
        account = try container.decode(AccountID.self, forKey: .account)
        session = try container.decode(SessionID.self, forKey: .session)
        generation = try container.decodeIfPresent(Int64.self, forKey: .generation)
        issuedAt = try container.decode(Int64.self, forKey: .issuedAt)
        expiresAt = try container.decode(Int64.self, forKey: .expiresAt)
        // What was made by an earlier version has no audience; without a generation, Appwrite's API has made it.
        guard container.contains(.audience) || container.contains(.id) else {
            isForAppwrite = generation == nil
            return
        }
        let audience = try container.decode(String.self, forKey: .audience)
        guard container.contains(.id) else {
            isForAppwrite = audience == AccessClaims.appwriteAudience(issuer)
            // For another audience and without a name it would be no token of ours.
            guard isForAppwrite || audience == issuer else {
                throw DecodingError.dataCorruptedError(forKey: .audience, in: container, debugDescription: "another's")
            }
            return
        }
        exchange = Exchange(
            id: try container.decode(TokenID.self, forKey: .id), audience: audience,
            program: try container.decodeIfPresent(String.self, forKey: .program))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(issuer, forKey: .issuer)
        try container.encode(account, forKey: .account)
        try container.encode(session, forKey: .session)
        try container.encodeIfPresent(generation, forKey: .generation)
        try container.encode(issuedAt, forKey: .issuedAt)
        try container.encode(expiresAt, forKey: .expiresAt)
        try container.encodeIfPresent(exchange?.id, forKey: .id)
        let own = isForAppwrite ? AccessClaims.appwriteAudience(issuer) : issuer
        try container.encode(exchange?.audience ?? own, forKey: .audience)
        if isForAppwrite {
            try container.encode(account, forKey: .userID)
            try container.encode(session, forKey: .sessionID)
        }
        try container.encodeIfPresent(exchange?.program, forKey: .program)
    }
}

extension AccessClaims {
    /// The claims of a session's present access token. They follow from what is stored, so a repeated answer is the
    /// same.
    /// - Parameter lifetime: in seconds.
    init(_ session: SessionRecord, _ rotation: Rotation, issuer: String, lifetime: Int64) {
        self.issuer = issuer
        account = session.account
        self.session = session.id
        generation = rotation.generation
        issuedAt = rotation.rotatedAt.rawValue / 1000
        expiresAt = issuedAt + lifetime
    }

    /// The claims of a token that shows a session for a while: one that was exchanged, or one of Appwrite's API. It
    /// ends with a whole second, not after `end`.
    init(
        showing session: SessionRecord, issuer: String, from start: UnixTime, to end: UnixTime,
        exchange: Exchange? = nil
    ) {
        self.issuer = issuer
        account = session.account
        self.session = session.id
        generation = nil
        issuedAt = start.rawValue / 1000
        expiresAt = end.rawValue / 1000
        self.exchange = exchange
        isForAppwrite = exchange == nil
    }

    /// When it ends.
    var end: UnixTime { UnixTime(milliseconds: 0).adding(seconds: expiresAt) }
}

extension AccessClaims {
    /// The programs for which an exchanged token speaks; nil when it is tied to none.
    var programs: [String]? { exchange?.program.map { [$0] } }
}
