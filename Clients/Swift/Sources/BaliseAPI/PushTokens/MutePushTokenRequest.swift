public import BaliseJSON

/// Whether to mute a push token: the body of PATCH push/tokens/{id}.
public struct MutePushTokenRequest: JSONConvertible, Hashable {
    /// False to unmute it.
    public var muted: Bool

    /// Makes a body of these members.
    public init(muted: Bool) {
        self.muted = muted
    }
}
