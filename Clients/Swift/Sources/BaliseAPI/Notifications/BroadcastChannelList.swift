// The channels that there are: what GET push/channels answers, in an envelope.

public import BaliseJSON

/// The channels of an app in one of APNs' environments.
public struct BroadcastChannelList: JSONConvertible, Hashable {
    /// In the order in which Apple has them.
    public var channels: [BaliseBroadcastChannel]

    /// Makes a body of this member.
    public init(channels: [BaliseBroadcastChannel]) { self.channels = channels }
}
