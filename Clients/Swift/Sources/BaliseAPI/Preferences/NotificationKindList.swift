// The kinds of notifications: what GET and PUT notification-preferences/kinds answer.

public import BaliseJSON

/// The kinds of notifications that there are, and of which the person hears.
public struct NotificationKindList: JSONConvertible, Hashable {
    /// In the order in which they are shown.
    public var kinds: [NotificationKindSwitch]

    /// Makes a body of this member.
    public init(kinds: [NotificationKindSwitch]) { self.kinds = kinds }
}

/// Whether a person hears of a kind.
public struct NotificationKindSwitch: JSONConvertible, Hashable {
    /// What the operator calls it, such as `orders`.
    public var name: String
    /// Whether the person hears of it.
    public var enabled: Bool
    /// Whether nobody can switch it off.
    public var mandatory: Bool

    /// Makes a body of these members.
    public init(name: String, enabled: Bool, mandatory: Bool) {
        self.name = name
        self.enabled = enabled
        self.mandatory = mandatory
    }
}
