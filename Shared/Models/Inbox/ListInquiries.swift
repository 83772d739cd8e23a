/// Lists the questions about why a user was or was not notified, the latest first; at most 500.
public struct ListInquiries: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 100)

    public struct Reply: Codable, Sendable {
        public var inquiries: [Inquiry]

        enum CodingKeys: Int, CodingKey { case inquiries = 0 }

        public init(inquiries: [Inquiry]) { self.inquiries = inquiries }
    }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// A stored question about why a user was or was not notified, for the user to see.
public struct Inquiry: Codable, Hashable, Sendable {
    public var at: UnixTime
    public var askedBy: String
    public var notification: NotificationID

    enum CodingKeys: Int, CodingKey { case at = 0, askedBy, notification }

    public init(at: UnixTime, askedBy: String, notification: NotificationID) {
        (self.at, self.askedBy, self.notification) = (at, askedBy, notification)
    }
}
