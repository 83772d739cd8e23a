public import CBOR

/// Reads a user's preferences. A user who has not chosen gets the defaults.
public struct GetPreferences: RequestFromEdge, RequestByAccount, IdempotentRequest, DirectFields {
    public typealias Reply = NotificationPreferences
    public static let serviceCode = ServiceCode(.preferences, 1)

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }

    public func writeFields(to writer: inout MessageWriter) { writer.put(CodingKeys.account, account) }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        account = try reader.take(CodingKeys.account)
    }
}

/// Replaces only a user's choices. Errors: `invalidRequest` for an invalid radius or category; `accountGone`.
public struct SetPreferences: RequestFromEdge, RequestByAccount, IdempotentRequest, DirectFields {
    public typealias Reply = NotificationPreferences
    public static let serviceCode = ServiceCode(.preferences, 2)

    public var account: AccountID
    public var choices: NotificationChoices

    enum CodingKeys: Int, CodingKey { case account = 0, choices }

    public init(account: AccountID, choices: NotificationChoices) { (self.account, self.choices) = (account, choices) }

    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.account, account)
        writer.put(CodingKeys.choices, choices)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        account = try reader.take(CodingKeys.account)
        choices = try reader.take(CodingKeys.choices)
    }
}

/// Replaces only the quiet hours. Errors: `invalidRequest` for invalid hours, or an unknown time zone; `accountGone`.
public struct SetQuietHours: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = NotificationPreferences
    public static let serviceCode = ServiceCode(.preferences, 3)

    public var account: AccountID
    public var quietHours: QuietHours?

    enum CodingKeys: Int, CodingKey { case account = 0, quietHours }

    public init(account: AccountID, quietHours: QuietHours? = nil) {
        (self.account, self.quietHours) = (account, quietHours)
    }
}

/// Reads the kinds of notifications, and whether a user wants each.
public struct GetKinds: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = NotificationKindList
    public static let serviceCode = ServiceCode(.preferences, 4)

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// Switches kinds on or off. Kinds that are not named stay. Errors: `invalidRequest` for an unknown kind, or a kind
/// that cannot be switched off; `accountGone`.
public struct SetKinds: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = NotificationKindList
    public static let serviceCode = ServiceCode(.preferences, 5)

    public var account: AccountID
    public var choices: [NotificationKindChoice]

    enum CodingKeys: Int, CodingKey { case account = 0, choices }

    public init(account: AccountID, choices: [NotificationKindChoice]) {
        (self.account, self.choices) = (account, choices)
    }
}

/// Subscribes a user to an open topic, or cancels the subscription. Errors: `invalidRequest` for an invalid name;
/// `forbidden` for a topic that is not open; `conflict` above the limit; `accountGone`.
public struct SubscribeTopic: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = NotificationPreferences
    public static let serviceCode = ServiceCode(.preferences, 6)

    /// The largest number of topics that a user can subscribe to. Publishers can add the user to as many more.
    public static let maximumTopics = 50

    public var account: AccountID
    public var topic: String
    public var isSubscribed: Bool

    enum CodingKeys: Int, CodingKey { case account = 0, topic, isSubscribed }

    public init(account: AccountID, topic: String, isSubscribed: Bool) {
        (self.account, self.topic, self.isSubscribed) = (account, topic, isSubscribed)
    }
}

/// Adds accounts to a topic and removes others. The reply reveals neither which accounts exist nor which accounts have
/// reached the limit of added topics. Errors: `invalidRequest` for an invalid name, or too many accounts at a time;
/// `forbidden` for a topic that users subscribe to themselves, or that the key may not use.
public struct ChangeTopicMembers: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.preferences, 7)

    /// The largest number of accounts in one message.
    public static let maximumAccounts = 1000

    public var topic: String
    public var added: [AccountID]
    public var removed: [AccountID]
    public var limits: PublishingLimits?

    enum CodingKeys: Int, CodingKey { case topic = 0, added, removed, limits }

    public init(topic: String, added: [AccountID], removed: [AccountID], limits: PublishingLimits? = nil) {
        (self.topic, self.added, self.removed, self.limits) = (topic, added, removed, limits)
    }
}

/// Adds tags to accounts and removes others. The reply to a publisher reveals neither which accounts exist nor which
/// accounts have reached their limit. Errors: `invalidRequest` for an invalid tag, for too many tags or accounts at a
/// time, and for an operator if the tags do not fit;
/// `forbidden` for a key that is limited to topics.
public struct ChangeTags: ServiceRequest, OperatorAct, IdempotentRequest {
    public static let serviceCode = ServiceCode(.preferences, 8)
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    public var isOfOperator: Bool { isOperator == true }
    /// An operator changes the tags of one account at a time, so that each entry names its account.
    public var audited: AuditedSubject { AuditedSubject(account: accounts.count == 1 ? accounts.first : nil) }

    public static let maximumTags = 20

    /// The accounts, at most `ChangeTopicMembers.maximumAccounts`.
    public var accounts: [AccountID]
    public var added: [String]
    public var removed: [String]
    public var limits: PublishingLimits?
    /// Whether an operator asks, and not a publisher; nil means false.
    public var isOperator: Bool?

    enum CodingKeys: Int, CodingKey { case accounts = 0, added, removed, limits, isOperator }

    public init(
        accounts: [AccountID], added: [String], removed: [String], limits: PublishingLimits? = nil,
        isOperator: Bool? = nil
    ) {
        (self.accounts, self.added, self.removed) = (accounts, added, removed)
        (self.limits, self.isOperator) = (limits, isOperator)
    }
}
