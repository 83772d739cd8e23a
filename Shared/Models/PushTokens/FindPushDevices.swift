// An operator asks whose a push token is.

/// Finds push tokens by how they begin, or by the session that registered them.
///
/// Errors: `invalidRequest` for neither of the two or for both, and for a beginning that is too short or too long.
public struct FindPushDevices: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 121)
    public static let isIdempotent = true

    /// How many characters of a token are asked for by: enough that few tokens begin so, and fewer than a whole one has.
    public static let prefixLength = 8...32
    /// The most that are found.
    public static let maximum = 20

    /// How the token begins; letters, digits, `:`, `_` and `-`.
    public var tokenPrefix: SecretText?
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case tokenPrefix = 0, session }

    public init(tokenPrefix: SecretText? = nil, session: SessionID? = nil) {
        self.tokenPrefix = tokenPrefix
        self.session = session
    }

    public struct Reply: Codable, Sendable {
        /// The last registered first, with what was delivered and what failed last.
        public var devices: [FoundPushDevice]

        enum CodingKeys: Int, CodingKey { case devices = 0 }

        public init(devices: [FoundPushDevice]) {
            self.devices = devices
        }
    }
}

/// A push token, and the session that registered it.
public struct FoundPushDevice: Codable, Hashable, Sendable {
    public var token: PushToken
    public var session: SessionID

    enum CodingKeys: Int, CodingKey { case token = 0, session }

    public init(token: PushToken, session: SessionID) {
        self.token = token
        self.session = session
    }
}
