// A publisher's events are posted no more.

/// Posts the events of a publisher no more, and forgets what waits and what has failed. An operator says so, and auth-session
/// when the time of the last key of the publisher is over.
///
/// Errors: `notFound` when they are posted nowhere.
public struct RemoveWebhook: ServiceRequest {
    public typealias Reply = Done
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 129)
    public static let senders: Set<ServiceName> = [.edge, .authSession]

    public var publisher: PublisherID

    enum CodingKeys: Int, CodingKey { case publisher = 0 }

    public init(publisher: PublisherID) {
        self.publisher = publisher
    }
}
