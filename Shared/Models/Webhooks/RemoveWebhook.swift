// An operator says that a publisher's events are posted no more.

/// Posts the events of a publisher no more, and forgets what waits and what has failed.
///
/// Errors: `notFound` when they are posted nowhere.
public struct RemoveWebhook: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 129)

    public var publisher: PublisherID

    enum CodingKeys: Int, CodingKey { case publisher = 0 }

    public init(publisher: PublisherID) {
        self.publisher = publisher
    }
}
