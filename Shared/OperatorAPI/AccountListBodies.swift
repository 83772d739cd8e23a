// Accounts in a list, as an operator sees them.

public import BaliseAPI
public import BaliseJSON
public import Foundation

/// A page of accounts: what GET /accounts answers.
public struct AccountList: JSONConvertible, Hashable {
    /// The newest first; a page may be short or empty and yet have another behind it.
    public var accounts: [ListedAccount]
    /// What `cursor` is for the next page; nil when this is the last.
    public var nextCursor: String?

    /// Makes a body of these members; nil leaves one out.
    public init(accounts: [ListedAccount], nextCursor: String? = nil) {
        self.accounts = accounts
        self.nextCursor = nextCursor
    }

    /// The query parameters by which accounts are looked for.
    public enum Parameter: String, CaseIterable, Sendable {
        /// What a name begins with.
        case query
        /// Whether the person is let in.
        case status
        /// By what they sign in.
        case method
        /// The earliest moment of the making.
        case since
        /// How many accounts at most.
        case limit
        /// `nextCursor` of another page.
        case cursor
    }

    /// The most accounts of one page.
    public static let maximumLimit = 200
}

/// An account in a list.
public struct ListedAccount: JSONConvertible, Hashable {
    /// By which calls name it.
    public var id: String
    /// The number by which apps know it that take no text for an id.
    public var number: Int64
    /// Whether its person is let in.
    public var status: AccountDescription.Status
    /// A name to sign in with.
    public var username: String?
    /// An e-mail address to sign in with.
    public var email: String?
    /// A phone number to sign in with.
    public var phoneNumber: String?
    /// What the person is called.
    public var firstName: String?
    /// The last part of their name.
    public var lastName: String?
    /// What they call themselves.
    public var displayName: String?
    /// An address that an identity provider told; no name to sign in with.
    public var contactEmail: String?
    /// By what they sign in at present.
    public var methods: [Method]
    /// When it was made.
    public var createdAt: Date
    /// When its person last signed in; nil for never.
    public var lastLoginAt: Date?

    /// Makes a body of these members; nil leaves one out.
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
    /// By what a person signs in.
    public struct Method: OpenWord {
        /// The word.
        public let rawValue: String

        /// A word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A password.
        public static let password = Method(rawValue: "password")
        /// Sign in with Apple.
        public static let apple = Method(rawValue: "apple")
        /// A trusted identity provider.
        public static let provider = Method(rawValue: "provider")
        /// A passkey.
        public static let passkey = Method(rawValue: "passkey")
        /// A code that is sent to the confirmed e-mail address.
        public static let emailCode = Method(rawValue: "email-code")
        /// Nothing but the session that the account was made with.
        public static let anonymous = Method(rawValue: "anonymous")
        /// The words that are known here.
        public static let allCases: [Method] = [.password, .apple, .provider, .passkey, .emailCode, .anonymous]
    }
}
