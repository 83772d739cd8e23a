public import BaliseAPI
public import BaliseJSON
public import Foundation

/// A page of accounts: the answer of GET /accounts.
public struct AccountList: JSONConvertible, Hashable {
    /// The newest first. A page may be short or empty although another follows.
    public var accounts: [ListedAccount]
    /// The `cursor` of the next page; nil on the last.
    public var nextCursor: String?

    public init(accounts: [ListedAccount], nextCursor: String? = nil) {
        self.accounts = accounts
        self.nextCursor = nextCursor
    }

    /// The query parameters of a search.
    public enum Parameter: String, CaseIterable, Sendable {
        /// The beginning of a name.
        case query
        /// Whether the user may sign in.
        case status
        /// A way to sign in.
        case method
        /// The earliest time of creation.
        case since
        /// The most accounts.
        case limit
        /// `nextCursor` of the previous page.
        case cursor
    }

    public static let maximumLimit = 200
}

/// One account on a page of GET /accounts.
public struct ListedAccount: JSONConvertible, Hashable {
    public var id: String
    /// The number for apps that cannot use a text as id.
    public var number: Int64
    /// Whether the user may sign in.
    public var status: AccountDescription.Status
    public var username: String?
    public var email: String?
    public var phoneNumber: String?
    public var firstName: String?
    public var lastName: String?
    /// The user's own display name.
    public var displayName: String?
    /// An address from an identity provider; no sign-in name.
    public var contactEmail: String?
    /// The current ways to sign in.
    public var methods: [Method]
    public var createdAt: Date
    /// Nil for never.
    public var lastLoginAt: Date?

    public init(
        id: String, number: Int64, status: AccountDescription.Status, username: String? = nil, email: String? = nil,
        phoneNumber: String? = nil, firstName: String? = nil, lastName: String? = nil, displayName: String? = nil,
        contactEmail: String? = nil, methods: [Method], createdAt: Date, lastLoginAt: Date? = nil
    ) {
        self.id = id
        self.number = number
        self.status = status
        self.username = username
        self.email = email
        self.phoneNumber = phoneNumber
        self.firstName = firstName
        self.lastName = lastName
        self.displayName = displayName
        self.contactEmail = contactEmail
        self.methods = methods
        self.createdAt = createdAt
        self.lastLoginAt = lastLoginAt
    }
}

extension ListedAccount {
    /// A way to sign in.
    public struct Method: OpenWord {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let password = Method(rawValue: "password")
        /// Sign in with Apple.
        public static let apple = Method(rawValue: "apple")
        /// A trusted identity provider.
        public static let provider = Method(rawValue: "provider")
        public static let passkey = Method(rawValue: "passkey")
        /// A code that is sent to the confirmed e-mail address.
        public static let emailCode = Method(rawValue: "email-code")
        /// Only the session that the account was created with.
        public static let anonymous = Method(rawValue: "anonymous")
        public static let allCases: [Method] = [.password, .apple, .provider, .passkey, .emailCode, .anonymous]
    }
}
