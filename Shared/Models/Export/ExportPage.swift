// A page of what a service keeps of an account.

/// Reads what a service keeps of an account about one subject, page by page: the same message for every service.
///
/// Errors: `invalidRequest` for a subject that the service does not have.
public struct ExportPage: Request {
    public static let code = MessageCode(common: 121)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    public var subject: String
    /// Where the page before ended; nil for the first one. Nothing follows a place that is none.
    public var after: String?

    /// The most entries in one page.
    public static let maximumEntries = 500
    /// A page with so many bytes takes no further entry.
    public static let fullAtBytes = 128 << 10

    enum CodingKeys: Int, CodingKey { case account = 0, subject, after }

    public init(account: AccountID, subject: String, after: String? = nil) {
        self.account = account
        self.subject = subject
        self.after = after
    }

    public struct Reply: Codable, Hashable, Sendable {
        /// Objects of JSON with a comma and a line break between them; nothing where there is no entry.
        public var entries: [UInt8]
        /// Where this page ended; nil when it was the last one.
        public var next: String?

        enum CodingKeys: Int, CodingKey { case entries = 0, next }

        public init(entries: [UInt8], next: String?) {
            self.entries = entries
            self.next = next
        }
    }
}
