// A person wants to see a push arrive.

/// Sends a notification to the push devices of the person who asks, whatever they want to hear of; or to one of them,
/// where an operator tries it.
///
/// Errors: `notFound` when there is no such push device; `conflict` when it is muted, or all of them are; `rateLimited` for
/// too many tests.
public struct SendTestPush: ServiceRequest, OperatorAct {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 11)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    /// What was sent.
    public struct Reply: Codable, Sendable {
        /// As they stand now: on their way.
        public var deliveries: [DeliveryRecord]

        enum CodingKeys: Int, CodingKey { case deliveries = 0 }

        public init(deliveries: [DeliveryRecord]) {
            self.deliveries = deliveries
        }
    }

    public var account: AccountID
    public var type: AnnouncementType
    public var subject: SubjectID
    /// Nil for the configured text.
    public var title: String?
    /// Nil for the configured text.
    public var body: String?
    /// The only push device that it goes to; nil for all of the person.
    public var token: PushTokenID?

    enum CodingKeys: Int, CodingKey { case account = 0, type, subject, title, body, token }

    public init(
        account: AccountID, type: AnnouncementType, subject: SubjectID, title: String? = nil, body: String? = nil,
        token: PushTokenID? = nil
    ) {
        self.token = token
        self.account = account
        self.type = type
        self.subject = subject
        self.title = title
        self.body = body
    }
}

extension SendTestPush {
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    public var nameInAudit: String { "TestPushDevice" }
    public var neededScopes: [APIKeyScope] { .assistants }
    public var audited: AuditedSubject { AuditedSubject(account: account) }
    public var isOfOperator: Bool { token != nil }
}
