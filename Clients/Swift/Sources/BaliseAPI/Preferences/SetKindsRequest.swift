public import BaliseJSON

/// Kinds to switch on or off: the body of PUT notification-preferences/kinds. Kinds that are not named stay as they
/// are.
public struct SetKindsRequest: JSONConvertible, Hashable {
    /// Each once.
    public var kinds: [NotificationKindChoice]

    /// Makes a body of this member.
    public init(kinds: [NotificationKindChoice]) { self.kinds = kinds }
}

/// A switch of one kind.
public struct NotificationKindChoice: JSONConvertible, Hashable {
    /// The name of a kind.
    public var name: String
    /// Whether the user wants it.
    public var enabled: Bool

    /// Makes a body of these members.
    public init(name: String, enabled: Bool) {
        self.name = name
        self.enabled = enabled
    }
}
