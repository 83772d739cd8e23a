// What PUT users/me/position answers, in an envelope.

public import BaliseJSON

/// Whether a position is kept.
public struct PositionKeptResponse: JSONConvertible, Hashable {
    /// False where the person has forbidden it, or where a newer one is kept already.
    public var kept: Bool

    /// Makes a body of these members.
    public init(kept: Bool) {
        self.kept = kept
    }
}
