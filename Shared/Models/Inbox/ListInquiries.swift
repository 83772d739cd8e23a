// A person looks who has asked about them.

/// Lists who has asked why a person was or was not told of something, the latest first; at most the latest 500.
public struct ListInquiries: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 100)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    /// What was asked.
    public struct Reply: Codable, Sendable {
        public var inquiries: [Inquiry]

        enum CodingKeys: Int, CodingKey { case inquiries = 0 }

        public init(inquiries: [Inquiry]) {
            self.inquiries = inquiries
        }
    }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) {
        self.account = account
    }
}

/// That somebody asked why a person was or was not told of an announcement.
public struct Inquiry: Codable, Hashable, Sendable {
    public var at: UnixTime
    /// What the operator calls the API key with which it was asked.
    public var askedBy: String
    public var announcement: AnnouncementID

    enum CodingKeys: Int, CodingKey { case at = 0, askedBy, announcement }

    public init(at: UnixTime, askedBy: String, announcement: AnnouncementID) {
        self.at = at
        self.askedBy = askedBy
        self.announcement = announcement
    }
}
