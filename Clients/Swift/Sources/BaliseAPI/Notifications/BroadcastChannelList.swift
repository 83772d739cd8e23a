public import BaliseJSON

/// The channels of an app in one APNs environment: the answer of GET push/channels in an envelope.
public struct BroadcastChannelList: JSONConvertible, Hashable {
    /// In Apple's order.
    public var channels: [BaliseBroadcastChannel]

    /// Makes a body of this member.
    public init(channels: [BaliseBroadcastChannel]) { self.channels = channels }
}
