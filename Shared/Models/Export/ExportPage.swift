/// Reads one page of a service's data about an account and subject, by the same message for every service. Errors:
/// `invalidRequest` for an unknown subject.
public struct ExportPage: AccountRequest, IdempotentRequest {
    public static let code = MessageCode(common: 121)

    public var account: AccountID
    public var subject: String
    /// `next` of the previous page; nil for the first. After an invalid value the page is empty.
    public var after: String?

    public static let maximumEntries = 500
    /// A page with so many bytes gets no further entry.
    public static let fullAtBytes = 128 << 10

    enum CodingKeys: Int, CodingKey { case account = 0, subject, after }

    public init(account: AccountID, subject: String, after: String? = nil) {
        (self.account, self.subject, self.after) = (account, subject, after)
    }

    public struct Reply: Codable, Hashable, Sendable {
        /// JSON objects with a comma and a line break between them; may be empty.
        public var entries: [UInt8]
        public var next: String?

        enum CodingKeys: Int, CodingKey { case entries = 0, next }

        public init(entries: [UInt8], next: String?) {
            (self.entries, self.next) = (entries, next)
        }
    }
}
