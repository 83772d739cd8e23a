/// Lists accounts, the newest first.
///
/// Every page costs the same, whatever the number of accounts. The matches of a rare search may therefore be spread
/// over several pages, some short or empty. Only `next` says whether more follow. Accounts that are created or erased
/// during paging make no page skip or repeat others.
///
/// Errors: `invalidRequest` for an invalid limit or cursor.
public struct ListAccounts: RequestFromEdge {
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 18)
    public static let isIdempotent = true

    /// The allowed page sizes.
    public static let limits = 1...200

    public struct Reply: Codable, Sendable {
        public var accounts: [AccountSummary]
        /// The cursor of the next page; nil on the last.
        public var next: String?

        enum CodingKeys: Int, CodingKey { case accounts = 0, next }

        public init(accounts: [AccountSummary], next: String? = nil) {
            self.accounts = accounts
            self.next = next
        }
    }

    /// The prefix of a name, ignoring case: user name, e-mail addresses, phone number, first, last or display name. Nil
    /// for any.
    public var query: Personal<String>?
    public var status: AccountStatus?
    public var method: AuthenticationMethod?
    /// Only accounts created then or later.
    public var since: UnixTime?
    /// One of `limits`.
    public var limit: Int
    /// `next` of the previous page; nil for the first.
    public var cursor: String?

    enum CodingKeys: Int, CodingKey { case query = 0, status, method, since, limit, cursor }

    public init(
        query: Personal<String>? = nil, status: AccountStatus? = nil, method: AuthenticationMethod? = nil,
        since: UnixTime? = nil, limit: Int, cursor: String? = nil
    ) {
        self.query = query
        self.status = status
        self.method = method
        self.since = since
        self.limit = limit
        self.cursor = cursor
    }
}

/// An account in a list, with the facts that identify it for an operator. It contains no secret and no place.
public struct AccountSummary: Codable, Sendable {
    public var account: AccountID
    public var number: Int64
    public var status: AccountStatus
    public var names: AccountNames
    public var firstName: Personal<String>?
    public var lastName: Personal<String>?
    public var displayName: Personal<String>?
    /// From an identity provider; no sign-in name.
    public var contactEmail: Personal<String>?
    /// In the order of the cases.
    public var methods: [AuthenticationMethod]
    public var createdAt: UnixTime
    public var lastLoginAt: UnixTime?

    enum CodingKeys: Int, CodingKey {
        case account = 0, number, status, names, firstName, lastName, displayName, contactEmail, methods, createdAt,
            lastLoginAt
    }

    public init(
        account: AccountID, number: Int64, status: AccountStatus, names: AccountNames,
        firstName: Personal<String>? = nil, lastName: Personal<String>? = nil, displayName: Personal<String>? = nil,
        contactEmail: Personal<String>? = nil, methods: [AuthenticationMethod], createdAt: UnixTime,
        lastLoginAt: UnixTime? = nil
    ) {
        self.account = account
        self.number = number
        self.status = status
        self.names = names
        self.firstName = firstName
        self.lastName = lastName
        self.displayName = displayName
        self.contactEmail = contactEmail
        self.methods = methods
        self.createdAt = createdAt
        self.lastLoginAt = lastLoginAt
    }
}
