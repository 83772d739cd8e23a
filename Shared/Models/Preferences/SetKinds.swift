/// Switches kinds of notifications on or off. Kinds that are not named stay as they are.
///
/// Errors: `invalidRequest` for an unknown kind, or one that cannot be switched off; `accountGone`.
public struct SetKinds: RequestFromEdge {
    public typealias Reply = NotificationKindList
    public static let service = ServiceName.preferences
    public static let code = MessageCode(.preferences, 5)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    public var choices: [NotificationKindChoice]

    enum CodingKeys: Int, CodingKey { case account = 0, choices }

    public init(account: AccountID, choices: [NotificationKindChoice]) {
        self.account = account
        self.choices = choices
    }
}
