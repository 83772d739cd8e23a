// Whether a push device is left in peace: the body of PATCH push/tokens/{id}.

public import BaliseJSON

/// Whether nothing is to be pushed to a token for now.
public struct MutePushTokenRequest: JSONConvertible, Hashable {
    /// False to be reached again.
    public var muted: Bool

    /// Makes a body of these members.
    public init(muted: Bool) {
        self.muted = muted
    }
}
