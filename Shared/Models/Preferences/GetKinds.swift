// Of which kinds of notifications does a person hear?

/// Gives the kinds of notifications that there are, and of which a person hears.
public struct GetKinds: RequestFromEdge {
    public typealias Reply = KindSwitches
    public static let service = ServiceName.preferences
    public static let code = MessageCode(.preferences, 4)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) {
        self.account = account
    }
}

/// The kinds that there are, in their order.
public struct KindSwitches: Codable, Hashable, Sendable {
    public var kinds: [KindSwitch]

    enum CodingKeys: Int, CodingKey { case kinds = 0 }

    public init(kinds: [KindSwitch]) {
        self.kinds = kinds
    }
}

/// Whether a person hears of a kind.
public struct KindSwitch: Codable, Hashable, Sendable {
    public var name: String
    public var isOn: Bool
    /// Whether nobody can switch it off.
    public var isMandatory: Bool

    enum CodingKeys: Int, CodingKey { case name = 0, isOn, isMandatory }

    public init(name: String, isOn: Bool, isMandatory: Bool) {
        self.name = name
        self.isOn = isOn
        self.isMandatory = isMandatory
    }
}
