public import BaliseJSON

/// Kinds to switch on or off, others stay: the body of PUT notification-preferences/kinds.
public struct SetKindsRequest: JSONConvertible, Hashable {
    /// Each once.
    public var kinds: [NotificationKindChoice]

    /// Makes a body of this member.
    public init(kinds: [NotificationKindChoice]) { self.kinds = kinds }
}
