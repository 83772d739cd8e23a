/// Lists push tokens, the last registered first.
public struct ListPushTokens: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 2)

    public struct Reply: Codable, Sendable {
        public var tokens: [PushToken]
        /// Former tokens, the last ended first; nil if the caller did not ask for failures.
        public var ended: [EndedPushToken]?

        enum CodingKeys: Int, CodingKey { case tokens = 0, ended }

        public init(tokens: [PushToken], ended: [EndedPushToken]? = nil) {
            (self.tokens, self.ended) = (tokens, ended)
        }
    }

    public var account: AccountID
    /// Whether to add the last failures, the sessions and the former tokens, for operators; nil means false.
    public var withFailures: Bool?

    enum CodingKeys: Int, CodingKey { case account = 0, withFailures }

    public init(account: AccountID, withFailures: Bool? = nil) {
        (self.account, self.withFailures) = (account, withFailures)
    }
}

/// Mutes a push token, or unmutes it. Errors: `notFound` if the account has no such token.
public struct MutePushToken: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = PushToken
    public static let serviceCode = ServiceCode(.push, 4)

    public var account: AccountID
    public var token: PushTokenID
    public var isMuted: Bool

    enum CodingKeys: Int, CodingKey { case account = 0, token, isMuted }

    public init(account: AccountID, token: PushTokenID, isMuted: Bool) {
        (self.account, self.token, self.isMuted) = (account, token, isMuted)
    }
}

/// Replaces the tags of a push device. Errors: `invalidRequest` for too many tags, or a tag that the operator has not
/// defined; `notFound` if the account has no such token.
public struct SetDeviceTags: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 106)

    public static let maximumTags = 20

    public var account: AccountID
    public var token: PushTokenID
    public var tags: [String]

    enum CodingKeys: Int, CodingKey { case account = 0, token, tags }

    public init(account: AccountID, token: PushTokenID, tags: [String]) {
        (self.account, self.token, self.tags) = (account, token, tags)
    }
}

/// Which of an account's push tokens to remove.
public enum PushTokenChoice: Sendable {
    case id(PushTokenID)
    case token(SecretText)
    case pushDevice(String)
    /// Remove the tokens of a Live Activity, which has ended.
    case activity(String)
    case all
}

extension PushTokenChoice: Codable {
    enum CodingKeys: Int, CodingKey { case id = 0, token, pushDevice, activity }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let id = try container.decodeIfPresent(PushTokenID.self, forKey: .id) {
            self = .id(id)
        } else if let token = try container.decodeIfPresent(SecretText.self, forKey: .token) {
            self = .token(token)
        } else if let pushDevice = try container.decodeIfPresent(String.self, forKey: .pushDevice) {
            self = .pushDevice(pushDevice)
        } else if let activity = try container.decodeIfPresent(String.self, forKey: .activity) {
            self = .activity(activity)
        } else {
            self = .all
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .id(let id): try container.encode(id, forKey: .id)
        case .token(let token): try container.encode(token, forKey: .token)
        case .pushDevice(let pushDevice): try container.encode(pushDevice, forKey: .pushDevice)
        case .activity(let activity): try container.encode(activity, forKey: .activity)
        case .all: break
        }
    }
}

/// Removes push tokens with their queued deliveries.
public struct RemovePushTokens: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = DoneCount
    public static let serviceCode = ServiceCode(.push, 3)

    public var account: AccountID
    public var which: PushTokenChoice

    enum CodingKeys: Int, CodingKey { case account = 0, which }

    public init(account: AccountID, which: PushTokenChoice) { (self.account, self.which) = (account, which) }
}

/// Finds push tokens by prefix, or by the session that registered them. Errors: `invalidRequest` unless exactly one of
/// the two is given, and for a prefix that is too short or too long.
public struct FindPushDevices: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 121)

    /// The allowed lengths of the prefix: long enough to match few tokens, and shorter than any token.
    public static let prefixLength = 8...32
    public static let maximum = 20

    /// The beginning of the token: letters, digits, `:`, `_` and `-`; nil to find by session.
    public var tokenPrefix: SecretText?
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case tokenPrefix = 0, session }

    public init(tokenPrefix: SecretText? = nil, session: SessionID? = nil) {
        (self.tokenPrefix, self.session) = (tokenPrefix, session)
    }

    public struct Reply: Codable, Sendable {
        /// The matches, the last registered first, with the last delivery and the last failure.
        public var devices: [FoundPushDevice]

        enum CodingKeys: Int, CodingKey { case devices = 0 }

        public init(devices: [FoundPushDevice]) { self.devices = devices }
    }
}

/// A push token that an operator's search found, and the session that registered it.
public struct FoundPushDevice: Codable, Hashable, Sendable {
    public var token: PushToken
    public var session: SessionID

    enum CodingKeys: Int, CodingKey { case token = 0, session }

    public init(token: PushToken, session: SessionID) { (self.token, self.session) = (token, session) }
}
