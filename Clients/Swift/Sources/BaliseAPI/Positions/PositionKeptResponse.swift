public import BaliseJSON

/// Whether a position was stored: the answer of PUT users/me/position in an envelope.
public struct PositionKeptResponse: JSONConvertible, Hashable {
    /// False if the user forbids it, or if the server has a newer one.
    public var kept: Bool

    /// Makes a body of these members.
    public init(kept: Bool) {
        self.kept = kept
    }
}
