public import BaliseJSON

/// The stored position: the answer of GET users/me/position and PUT users/me/position/consent, in an envelope.
public struct PositionStatusResponse: JSONConvertible, Hashable {
    /// Nil if none is stored.
    @Nullable public var position: BalisePosition?
    /// False if the user forbids storing positions.
    public var allowed: Bool

    /// Makes a body of these members; nil is said as `null`.
    public init(position: BalisePosition? = nil, allowed: Bool) {
        self.position = position
        self.allowed = allowed
    }
}
