/// Finds push tokens by prefix, or by the session that registered them. Errors: `invalidRequest` for neither or both of these,
/// and for a prefix that is too short or too long.
public struct FindPushDevices: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 121)

    /// Long enough to match few tokens, and shorter than any token.
    public static let prefixLength = 8...32
    public static let maximum = 20

    /// Letters, digits, `:`, `_` and `-`.
    public var tokenPrefix: SecretText?
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case tokenPrefix = 0, session }

    public init(tokenPrefix: SecretText? = nil, session: SessionID? = nil) {
        (self.tokenPrefix, self.session) = (tokenPrefix, session)
    }

    public struct Reply: Codable, Sendable {
        /// The last registered first, with the last delivery and the last failure.
        public var devices: [FoundPushDevice]

        enum CodingKeys: Int, CodingKey { case devices = 0 }

        public init(devices: [FoundPushDevice]) { self.devices = devices }
    }
}

/// A push token that an operator searched for, and the session that registered it.
public struct FoundPushDevice: Codable, Hashable, Sendable {
    public var token: PushToken
    public var session: SessionID

    enum CodingKeys: Int, CodingKey { case token = 0, session }

    public init(token: PushToken, session: SessionID) {
        (self.token, self.session) = (token, session)
    }
}
