// An account, as an operator sees it.

public import BaliseAPI
public import BaliseJSON
public import Foundation

/// What the operations port answers of an account.
public struct AccountDescription: JSONConvertible, Hashable {
    /// By which calls name it.
    public var id: String
    /// The number by which apps know it that take no text for an id.
    public var number: Int64
    /// Whether its person is let in.
    public var status: Status
    /// A name to sign in with.
    public var username: String?
    /// An e-mail address to sign in with.
    public var email: String?
    /// When its person last showed that this address is theirs; nil when they have not.
    public var emailVerifiedAt: Date?
    /// A phone number to sign in with.
    public var phoneNumber: String?
    /// What the person is called.
    public var firstName: String?
    /// The last part of their name.
    public var lastName: String?
    /// Their language.
    public var locale: String?
    /// When it was made.
    public var createdAt: Date
    /// When it was last changed.
    public var updatedAt: Date
    /// When its person last signed in; nil for never.
    public var lastLoginAt: Date?
    /// When it is erased, as its person asked, who may still take that back; nil when it is not to be.
    public var erasesAt: Date?

    /// Makes a body of these members; nil leaves one out.
    public init(
        id: String, number: Int64, status: Status, username: String? = nil, email: String? = nil,
        emailVerifiedAt: Date? = nil, phoneNumber: String? = nil, firstName: String? = nil, lastName: String? = nil,
        locale: String? = nil,
        createdAt: Date, updatedAt: Date, lastLoginAt: Date? = nil, erasesAt: Date? = nil
    ) {
        self.id = id
        self.number = number
        self.status = status
        self.username = username
        self.email = email
        self.emailVerifiedAt = emailVerifiedAt
        self.phoneNumber = phoneNumber
        self.firstName = firstName
        self.lastName = lastName
        self.locale = locale
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.lastLoginAt = lastLoginAt
        self.erasesAt = erasesAt
    }
}

extension AccountDescription {
    /// Whether the person of an account is let in.
    public struct Status: OpenWord {
        /// The word.
        public let rawValue: String

        /// A word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// They are.
        public static let active = Status(rawValue: "active")
        /// They are not.
        public static let disabled = Status(rawValue: "disabled")
        /// The words that are known here.
        public static let allCases: [Status] = [.active, .disabled]
    }
}
