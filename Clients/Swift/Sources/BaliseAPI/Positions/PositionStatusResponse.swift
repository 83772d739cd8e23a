// What GET users/me/position and PUT users/me/position/consent answer, in an envelope.

public import BaliseJSON

/// What is kept of where a person was.
public struct PositionStatusResponse: JSONConvertible, Hashable {
    /// Nil when none is kept.
    @Nullable public var position: BalisePosition?
    /// False when the person has forbidden to keep any.
    public var allowed: Bool

    /// Makes a body of these members; nil is said as `null`.
    public init(position: BalisePosition? = nil, allowed: Bool) {
        self.position = position
        self.allowed = allowed
    }
}
