/// Errors: `notFound` for an unknown channel; `invalidRequest`, `forbidden` and `unavailable` as for creating one.
public struct DeleteBroadcastChannel: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 123)

    public var channel: BroadcastChannel
    public var limits: PublishingLimits?

    enum CodingKeys: Int, CodingKey { case channel = 0, limits }

    public init(channel: BroadcastChannel, limits: PublishingLimits? = nil) {
        (self.limits, self.channel) = (limits, channel)
    }
}
