// Of which kinds of notifications a person wants to hear: the body of PUT notification-preferences/kinds.

public import BaliseJSON

/// Kinds that are switched on or off; those that are not named stay as they are.
public struct SetKindsRequest: JSONConvertible, Hashable {
    /// Each once.
    public var kinds: [NotificationKindChoice]

    /// Makes a body of this member.
    public init(kinds: [NotificationKindChoice]) { self.kinds = kinds }
}

/// How a kind is switched.
public struct NotificationKindChoice: JSONConvertible, Hashable {
    /// One of those that there are.
    public var name: String
    /// Whether the person wants to hear of it.
    public var enabled: Bool

    /// Makes a body of these members.
    public init(name: String, enabled: Bool) {
        self.name = name
        self.enabled = enabled
    }
}
