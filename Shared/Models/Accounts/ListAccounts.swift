public import BaliseJSON

/// Lists accounts, newest first. Every page costs the same, so the matches of a rare search may be spread over several
/// pages, some of them short or empty: only `nextCursor` says whether more follow. If accounts are created or erased
/// during paging, no page skips or repeats other accounts. Errors: `invalidRequest` for an invalid limit or cursor.
public struct ListAccounts: RequestFromEdge, IdempotentRequest {
    public typealias Reply = AccountList
    public static let serviceCode = ServiceCode(.identity, 18)

    public static let limits = 1...200

    /// The beginning of a sign-in name, an e-mail address or a phone number, ignoring case; or words or parts of words
    /// of the person's names, in any order, ignoring case and accents. Nil lists all accounts.
    public var query: Personal<String>?
    public var status: AccountStatus?
    public var method: AuthenticationMethod?
    /// The earliest creation time of the listed accounts; nil to list all accounts.
    public var since: UnixTime?
    public var limit: Int
    public var cursor: String?
    /// Whether to count all matches; nil means false.
    public var counted: Bool?

    enum CodingKeys: Int, CodingKey { case query = 0, status, method, since, limit, cursor, counted }

    public init(
        query: Personal<String>? = nil, status: AccountStatus? = nil, method: AuthenticationMethod? = nil,
        since: UnixTime? = nil, limit: Int, cursor: String? = nil, counted: Bool? = nil
    ) {
        (self.query, self.status, self.method) = (query, status, method)
        (self.since, self.limit, self.cursor, self.counted) = (since, limit, cursor, counted)
    }
}

/// A page of accounts: the reply to `ListAccounts`, and the answer of GET /accounts on the operations port.
public struct AccountList: JSONConvertible, Hashable {
    /// The accounts, newest first. A page may be short or empty although another page follows.
    public var accounts: [AccountSummary]
    public var nextCursor: String?
    /// The number of all matches, if the caller asked for it; nil if counting them would take too long.
    public var total: Int?

    enum CodingKeys: Int, CodingKey { case accounts = 0, nextCursor, total }

    public init(accounts: [AccountSummary], nextCursor: String? = nil, total: Int? = nil) {
        (self.accounts, self.nextCursor, self.total) = (accounts, nextCursor, total)
    }
}

/// Identifies an account in a list for an operator. It contains no secret and no place.
public struct AccountSummary: JSONConvertible, Hashable {
    public var id: AccountID
    /// The account's number, from 1, for apps that need a number as the id.
    public var number: Int64
    public var status: AccountStatus
    @Flattened public var names: AccountNames
    public var firstName: Personal<String>?
    public var lastName: Personal<String>?
    public var displayName: Personal<String>?
    /// The e-mail address that an identity provider reported; nil if none. Users cannot sign in with it.
    public var contactEmail: Personal<String>?
    /// The account's sign-in methods, in the order of `AuthenticationMethod.allCases`.
    public var methods: [AuthenticationMethod]
    public var createdAt: UnixTime
    public var lastLoginAt: UnixTime?

    enum CodingKeys: Int, CodingKey {
        case id = 0, number, status, names, firstName, lastName, displayName, contactEmail, methods, createdAt,
            lastLoginAt
    }

    public init(
        id: AccountID, number: Int64, status: AccountStatus, names: AccountNames,
        firstName: Personal<String>? = nil, lastName: Personal<String>? = nil, displayName: Personal<String>? = nil,
        contactEmail: Personal<String>? = nil, methods: [AuthenticationMethod], createdAt: UnixTime,
        lastLoginAt: UnixTime? = nil
    ) {
        (self.id, self.number, self.status) = (id, number, status)
        self.names = names
        (self.firstName, self.lastName, self.displayName) = (firstName, lastName, displayName)
        (self.contactEmail, self.methods) = (contactEmail, methods)
        (self.createdAt, self.lastLoginAt) = (createdAt, lastLoginAt)
    }
}

/// A way in which a user can currently sign in. An account may have several, or none while an invitation is open.
public struct AuthenticationMethod: OpenWord {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let password = AuthenticationMethod(rawValue: "password")
    public static let apple = AuthenticationMethod(rawValue: "apple")
    /// A sign-in at an identity provider that the operator trusts.
    public static let provider = AuthenticationMethod(rawValue: "provider")
    public static let passkey = AuthenticationMethod(rawValue: "passkey")
    /// A code that is sent to the confirmed e-mail address.
    public static let emailCode = AuthenticationMethod(rawValue: "email-code")
    /// Only the session that the account was created with: an anonymous account has no other sign-in method.
    public static let anonymous = AuthenticationMethod(rawValue: "anonymous")
    public static let allCases: [AuthenticationMethod] = [
        .password, .apple, .provider, .passkey, .emailCode, .anonymous,
    ]
}
