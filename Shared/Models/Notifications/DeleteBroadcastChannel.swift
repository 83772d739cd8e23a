/// Errors: `notFound` for an unknown channel; `invalidRequest`, `forbidden` and `unavailable` as for creating one.
public struct DeleteBroadcastChannel: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 123)
    public static let isIdempotent = true

    public var channel: BroadcastChannel
    public var limits: PublishingLimits?

    enum CodingKeys: Int, CodingKey { case channel = 0, limits }

    public init(channel: BroadcastChannel, limits: PublishingLimits? = nil) {
        self.limits = limits
        self.channel = channel
    }
}
