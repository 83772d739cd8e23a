/// Sends a test to all of the caller's push devices, whatever the preferences, or for an operator to one device.
/// Errors: `notFound` if there is no such device; `conflict` if all are muted; `rateLimited` after too many tests.
public struct SendTestPush: ServiceRequest, OperatorAct, RequestByAccount {
    public static let serviceCode = ServiceCode(.push, 11)
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    public var nameInAudit: String { "TestPushDevice" }
    public var neededScopes: [APIKeyScope] { .assistants }
    public var isOfOperator: Bool { token != nil }

    public struct Reply: Codable, Sendable {
        public var deliveries: [DeliveryRecord]

        enum CodingKeys: Int, CodingKey { case deliveries = 0 }

        public init(deliveries: [DeliveryRecord]) { self.deliveries = deliveries }
    }

    public var account: AccountID
    public var type: AnnouncementType
    public var subject: AnnouncementSubject
    /// The title of the push; nil for the configured text.
    public var title: String?
    public var body: String?
    /// The push token that gets the test; nil for all of the user's tokens.
    public var token: PushTokenID?

    enum CodingKeys: Int, CodingKey { case account = 0, type, subject, title, body, token }

    public init(
        account: AccountID, type: AnnouncementType, subject: AnnouncementSubject, title: String? = nil,
        body: String? = nil,
        token: PushTokenID? = nil
    ) {
        (self.token, self.account, self.type) = (token, account, type)
        (self.subject, self.title, self.body) = (subject, title, body)
    }
}
