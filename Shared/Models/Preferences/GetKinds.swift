/// Returns the kinds of notifications, and whether a user wants each.
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

/// In the order of display.
public struct KindSwitches: Codable, Hashable, Sendable {
    public var kinds: [KindSwitch]

    enum CodingKeys: Int, CodingKey { case kinds = 0 }

    public init(kinds: [KindSwitch]) {
        self.kinds = kinds
    }
}

/// A kind of notifications, and whether the user receives it. Shown in the app's settings.
public struct KindSwitch: Codable, Hashable, Sendable {
    public var name: String
    public var isOn: Bool
    /// Whether it cannot be switched off.
    public var isMandatory: Bool

    enum CodingKeys: Int, CodingKey { case name = 0, isOn, isMandatory }

    public init(name: String, isOn: Bool, isMandatory: Bool) {
        self.name = name
        self.isOn = isOn
        self.isMandatory = isMandatory
    }
}
