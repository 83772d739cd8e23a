/// Which of an account's push tokens to remove.
public enum PushTokenChoice: Sendable {
    case id(PushTokenID)
    case token(SecretText)
    case pushDevice(String)
    /// The tokens of a Live Activity, which has ended.
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
public struct RemovePushTokens: RequestFromEdge, AccountRequest, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 3)

    public struct Reply: Codable, Sendable {
        public var count: Int

        enum CodingKeys: Int, CodingKey { case count = 0 }

        public init(count: Int) { self.count = count }
    }

    public var account: AccountID
    public var which: PushTokenChoice

    enum CodingKeys: Int, CodingKey { case account = 0, which }

    public init(account: AccountID, which: PushTokenChoice) {
        (self.account, self.which) = (account, which)
    }
}
