/// Announcements, or all other notifications.
public enum NotificationGroup: String, Codable, Sendable, CaseIterable {
    case announcements, others
}

/// Reads a notification. Errors: `notFound`.
public struct GetNotification: RequestFromEdge, IdempotentRequest {
    public typealias Reply = NotificationRecord
    public static let serviceCode = ServiceCode(.push, 103)

    /// Or the publisher's id of an announcement's subject: then the latest one. Without a group, a text in the form of an id
    /// is no subject.
    public var id: String
    /// Must be the notification's; nil for an operator, who sees all.
    public var publisher: PublisherID?
    /// Hides what publishers may not see although it covers all publishers: for an operator's key with the scope `view` only.
    public var asPublisher: Bool?
    public var among: NotificationGroup?

    enum CodingKeys: Int, CodingKey { case id = 0, publisher, asPublisher, among }

    public init(
        id: String, of publisher: PublisherID?, asPublisher: Bool? = nil, among group: NotificationGroup? = nil
    ) {
        among = group
        (self.id, self.publisher, self.asPublisher) = (id, publisher, asPublisher)
    }
}
