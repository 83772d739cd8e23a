import Models

/// The claims of an access token (RFC 7519, section 4). Times are in whole seconds.
struct AccessClaims: Codable, Hashable, Sendable {
    let issuer: String
    let account: AccountID
    let session: SessionID
    /// The generation of the refresh token issued with it. Nil if the token cannot be refreshed.
    let generation: Int64?
    let issuedAt: Int64
    let expiresAt: Int64
    var exchange: Exchange?
    /// Whether the token is for the Appwrite account API. Then no other API accepts it.
    var isForAppwrite = false

    /// The claims of a token from an exchange (RFC 8693).
    struct Exchange: Hashable, Sendable {
        let id: TokenID
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
        // Appwrite's apps read these claims.
        case userID = "userId"
        case sessionID = "sessionId"
    }

    /// Returns the audience of tokens for the Appwrite account API. One key signs for several audiences.
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
        let audience = try container.decode(String.self, forKey: .audience)
        guard container.contains(.id) else {
            isForAppwrite = audience == AccessClaims.appwriteAudience(issuer)
            // A token for another audience and without an id was not made here.
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

    /// Makes the claims from stored values only, so that a repeated answer is the same. `lifetime` is in seconds.
    init(_ session: SessionRecord, _ rotation: Rotation, issuer: String, lifetime: Int64) {
        self.issuer = issuer
        account = session.account
        self.session = session.id
        generation = rotation.generation
        issuedAt = rotation.rotatedAt.rawValue / 1000
        expiresAt = issuedAt + lifetime
    }

    /// Makes the claims of an exchanged token, or of a token for the Appwrite account API. The token ends at a whole
    /// second, at `end` or before.
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

    var end: UnixTime { UnixTime(milliseconds: 0).adding(seconds: expiresAt) }

    var programs: [String]? { exchange?.program.map { [$0] } }
}
