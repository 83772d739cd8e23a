public import BaliseJSON

/// Whether the user allows storing positions: the body of PUT users/me/position/consent.
public struct AllowPositionsRequest: JSONConvertible, Hashable {
    /// False also erases the stored position.
    public var allowed: Bool

    /// Makes a body of these members.
    public init(allowed: Bool) {
        self.allowed = allowed
    }
}
