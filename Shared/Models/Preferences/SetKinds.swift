/// Switches kinds of notifications on or off. Kinds that are not named stay as they are.
///
/// Errors: `invalidRequest` for an unknown kind, or one that cannot be switched off; `accountGone`.
public struct SetKinds: RequestFromEdge {
    public typealias Reply = KindSwitches
    public static let service = ServiceName.preferences
    public static let code = MessageCode(.preferences, 5)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public struct Choice: Codable, Hashable, Sendable {
        public var name: String
        public var isOn: Bool

        enum CodingKeys: Int, CodingKey { case name = 0, isOn }

        public init(name: String, isOn: Bool) {
            self.name = name
            self.isOn = isOn
        }
    }

    public var account: AccountID
    public var choices: [Choice]

    enum CodingKeys: Int, CodingKey { case account = 0, choices }

    public init(account: AccountID, choices: [Choice]) {
        self.account = account
        self.choices = choices
    }
}
