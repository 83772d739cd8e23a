// Whether positions may be kept: the body of PUT users/me/position/consent.

public import BaliseJSON

/// Whether a person allows that their position is kept.
public struct AllowPositionsRequest: JSONConvertible, Hashable {
    /// False also erases what there is.
    public var allowed: Bool

    /// Makes a body of these members.
    public init(allowed: Bool) {
        self.allowed = allowed
    }
}
