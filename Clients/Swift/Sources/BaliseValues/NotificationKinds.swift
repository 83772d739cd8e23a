public import BaliseJSON

/// The kinds, and whether the user wants each: the answer of GET and PUT notification-preferences/kinds.
public struct NotificationKindList: JSONConvertible, Hashable {
    /// In the order of display.
    public var kinds: [NotificationKindSwitch]

    enum CodingKeys: Int, CodingKey { case kinds = 0 }

    /// Makes a body of this member.
    public init(kinds: [NotificationKindSwitch]) { self.kinds = kinds }
}

/// A kind, and whether the user wants it.
public struct NotificationKindSwitch: JSONConvertible, Hashable {
    /// The operator's name of it, such as `orders`.
    public var name: String
    /// Whether the user wants it.
    public var enabled: Bool
    /// Whether it cannot be switched off.
    public var mandatory: Bool

    enum CodingKeys: Int, CodingKey { case name = 0, enabled, mandatory }

    /// Makes a body of these members.
    public init(name: String, enabled: Bool, mandatory: Bool) {
        self.name = name
        self.enabled = enabled
        self.mandatory = mandatory
    }
}

/// A switch of one kind.
public struct NotificationKindChoice: JSONConvertible, Hashable {
    /// The name of a kind.
    public var name: String
    /// Whether the user wants it.
    public var enabled: Bool

    enum CodingKeys: Int, CodingKey { case name = 0, enabled }

    /// Makes a body of these members.
    public init(name: String, enabled: Bool) {
        self.name = name
        self.enabled = enabled
    }
}
