/// Sends a notification to its audience. When this is answered, the notification is stored, and continues after a
/// crash. Errors: `invalidRequest`; `forbidden` for a kind or topic that the key may not use; `conflict` for the same
/// idempotency key with another notification; `rateLimited` above the key's rate limit, for too many dry runs in one
/// area, and for too many notifications there that were cancelled or begin together; `unavailable` when preferences,
/// positions or sessions are unknown at the moment.
public struct SendNotification: ServiceRequest, OperatorAct {
    public static let serviceCode = ServiceCode(.push, 102)
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    /// Whether an operator sends the notification. A dry run changes nothing, so it is no act of an operator.
    public var isOfOperator: Bool { publisher.isOfOperators && !isDryRun }
    public static func audited(in reply: Reply) -> AuditedSubject? {
        reply.record.map { AuditedSubject(name: $0.id.text) }
    }

    public static let idempotencyKeyBytes = 1...255

    public struct Reply: Codable, Sendable {
        /// The stored notification; nil for a dry run.
        public var record: NotificationRecord?
        public var recipients: Int?
        public var deliveries: Int?
        /// The upper limit that a dry run returns instead of the two counts: there are fewer users than this number.
        public var fewerThan: Int?

        enum CodingKeys: Int, CodingKey { case record = 0, recipients, deliveries, fewerThan }

        public init(
            record: NotificationRecord? = nil, recipients: Int? = nil, deliveries: Int? = nil, fewerThan: Int? = nil
        ) {
            (self.record, self.recipients) = (record, recipients)
            (self.deliveries, self.fewerThan) = (deliveries, fewerThan)
        }
    }

    public var notification: OutgoingNotification
    public var publisher: PublisherID
    /// The calling API key. If the key is revoked, its scheduled notifications are cancelled.
    public var apiKey: APIKeyID
    public var limits: PublishingLimits?
    /// Makes repetitions safe: for a week, the same key of a publisher with the same notification gets the same answer.
    public var idempotencyKey: String?
    public var isDryRun: Bool
    /// Whether an operator asks. Then small counts are shown, and dry runs are not limited; nil means false.
    public var isOperator: Bool?
    /// Whether the API key may break through a focus and through silence; nil means false.
    public var mayInterrupt: Bool?

    enum CodingKeys: Int, CodingKey {
        case notification = 0, publisher, apiKey, limits, idempotencyKey, isDryRun, isOperator, mayInterrupt
    }

    public init(
        notification: OutgoingNotification, publisher: PublisherID, apiKey: APIKeyID, limits: PublishingLimits? = nil,
        idempotencyKey: String? = nil, isDryRun: Bool, isOperator: Bool? = nil, mayInterrupt: Bool? = nil
    ) {
        (self.mayInterrupt, self.notification) = (mayInterrupt, notification)
        (self.publisher, self.apiKey, self.limits) = (publisher, apiKey, limits)
        (self.idempotencyKey, self.isDryRun, self.isOperator) = (idempotencyKey, isDryRun, isOperator)
    }
}

/// Replaces a notification that has not begun. Its id and its time of creation stay. Without a `startsAt` it begins at
/// once. Errors: those of `SendNotification`; `notFound` if the publisher has no notification with this id; `conflict`
/// if it has begun, is done or was cancelled.
public struct ChangeNotification: ServiceRequest, OperatorAct {
    public typealias Reply = NotificationRecord
    public static let serviceCode = ServiceCode(.push, 141)
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    public var isOfOperator: Bool { publisher.isOfOperators }
    public var audited: AuditedSubject { AuditedSubject(name: id.text) }

    public var id: NotificationID
    public var notification: OutgoingNotification
    /// The notification's publisher. An operator must also name it.
    public var publisher: PublisherID
    /// The calling API key. Its rate limit counts the notification now and when it begins.
    public var apiKey: APIKeyID
    public var limits: PublishingLimits?
    public var isOperator: Bool?
    public var mayInterrupt: Bool?

    enum CodingKeys: Int, CodingKey { case id = 0, notification, publisher, apiKey, limits, isOperator, mayInterrupt }

    public init(
        id: NotificationID, notification: OutgoingNotification, publisher: PublisherID, apiKey: APIKeyID,
        limits: PublishingLimits? = nil, isOperator: Bool? = nil, mayInterrupt: Bool? = nil
    ) {
        (self.id, self.notification, self.publisher, self.apiKey) = (id, notification, publisher, apiKey)
        (self.limits, self.isOperator, self.mayInterrupt) = (limits, isOperator, mayInterrupt)
    }
}

/// Cancels a notification: unsent deliveries are dropped, and an announcement is no longer listed. A repetition also
/// succeeds. Errors: `notFound`.
public struct CancelNotification: ServiceRequest, OperatorAct, IdempotentRequest {
    public typealias Reply = NotificationRecord
    public static let serviceCode = ServiceCode(.push, 105)
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    public var neededScopes: [APIKeyScope] { [.operate, .support] }
    public var isOfOperator: Bool { publisher == nil }
    /// The id of an announcement may be the publisher's own text, so only the reply names it.
    public var audited: AuditedSubject {
        AuditedSubject(name: among == .announcements ? nil : NotificationID(id)?.text)
    }
    public static func audited(in reply: Reply) -> AuditedSubject? { AuditedSubject(name: reply.id.text) }

    /// The notification's id, or the publisher's id of a subject, whose latest announcement is cancelled.
    public var id: String
    /// The notification's publisher; nil for an operator, who sees all notifications.
    public var publisher: PublisherID?

    public var among: NotificationGroup?

    enum CodingKeys: Int, CodingKey { case id = 0, publisher, among }

    public init(id: String, of publisher: PublisherID?, among group: NotificationGroup? = nil) {
        among = group
        (self.id, self.publisher) = (id, publisher)
    }
}

/// Whether to choose announcements, or all other notifications.
public enum NotificationGroup: String, Codable, Sendable, CaseIterable {
    case announcements, others
}

/// Reads a notification. Errors: `notFound`.
public struct GetNotification: RequestFromEdge, IdempotentRequest {
    public typealias Reply = NotificationRecord
    public static let serviceCode = ServiceCode(.push, 103)

    /// The notification's id, or the publisher's id of an announcement's subject, which means its latest announcement.
    /// Without a group, a text that looks like a notification's id is never read as a subject.
    public var id: String
    /// The notification's publisher; nil for an operator, who sees all notifications.
    public var publisher: PublisherID?
    /// Whether to hide what publishers may not see, such as small counts. True for an operator's key that may view, but
    /// has none of the scopes `assist`, `support` and `operate`; nil means false.
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

/// Lists notifications, the latest first. Errors: `forbidden` for `hasFailures` if counts are hidden from the caller.
public struct ListNotifications: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 104)

    /// The allowed sizes of a page. They are small, because each notification can contain a thousand accounts.
    public static let limits = 1...20
    /// The allowed sizes of a page of only announcements. They are larger, because announcements are small.
    public static let limitsOfAnnouncements = 1...100

    public struct Reply: Codable, Sendable {
        public var notifications: [NotificationRecord]
        public var hasMore: Bool

        enum CodingKeys: Int, CodingKey { case notifications = 0, hasMore }

        public init(notifications: [NotificationRecord], hasMore: Bool) {
            (self.notifications, self.hasMore) = (notifications, hasMore)
        }
    }

    /// The notification before which the list begins; nil to begin with the latest notification.
    public var before: NotificationID?
    public var limit: Int
    /// The publisher whose notifications to list; nil for an operator, who sees all notifications.
    public var publisher: PublisherID?
    public var state: NotificationState?
    public var asPublisher: Bool?
    public var among: NotificationGroup?
    /// Whether to list only notifications with a failed or expired push, or refused at their start; nil means false.
    public var hasFailures: Bool?

    enum CodingKeys: Int, CodingKey { case before = 0, limit, publisher, state, asPublisher, among, hasFailures }

    public init(
        before: NotificationID? = nil, limit: Int, of publisher: PublisherID?, state: NotificationState? = nil,
        asPublisher: Bool? = nil, among group: NotificationGroup? = nil, hasFailures: Bool? = nil
    ) {
        among = group
        (self.before, self.limit, self.publisher) = (before, limit, publisher)
        (self.state, self.asPublisher, self.hasFailures) = (state, asPublisher, hasFailures)
    }
}

/// Renders a notification for each kind of device and each language, and sends nothing. Errors: `invalidRequest` for
/// content that is invalid or too large; `forbidden` for an interruption level that the key may not use.
public struct PreviewNotification: RequestFromEdge, IdempotentRequest {
    public typealias Reply = NotificationPreviewPage
    public static let serviceCode = ServiceCode(.push, 60)

    public var content: NotificationContent
    /// Whether the key may break through a focus and through silence.
    public var mayInterrupt: Bool

    enum CodingKeys: Int, CodingKey { case content = 0, mayInterrupt }

    public init(content: NotificationContent, mayInterrupt: Bool) {
        (self.content, self.mayInterrupt) = (content, mayInterrupt)
    }
}
