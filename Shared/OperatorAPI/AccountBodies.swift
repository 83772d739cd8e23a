public import BaliseJSON
public import Foundation
public import Models

/// An account as operators see it: the answer of GET /accounts/{account}.
public struct AccountDescription: JSONConvertible, Hashable {
    public var id: String
    /// The number for apps that cannot use a text as id.
    public var number: Int64
    public var status: AccountStatus
    public var username: String?
    public var email: String?
    /// When the user last confirmed this address; nil if it is not confirmed.
    public var emailVerifiedAt: Date?
    public var phoneNumber: String?
    public var firstName: String?
    public var lastName: String?
    public var locale: String?
    public var createdAt: Date
    public var updatedAt: Date
    /// Nil for never.
    public var lastLoginAt: Date?
    /// The planned erasure, which the user may still cancel; nil for none.
    public var erasesAt: Date?

    public init(
        id: String, number: Int64, status: AccountStatus, username: String? = nil, email: String? = nil,
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

extension AccountList {
    public enum Parameter: String, CaseIterable, Sendable {
        case query
        case status
        case method
        case since
        case limit
        case cursor
    }

    public static let maximumLimit = 200
}

/// The account to create: the body of POST /accounts.
public struct InviteAccountRequest: OperatorRequest, Hashable {
    /// The address for the invitation, also the sign-in name.
    public var email: String
    public var firstName: String?
    public var lastName: String?
    /// The user's language, also that of the message.
    public var locale: String?

    public init(email: String, firstName: String? = nil, lastName: String? = nil, locale: String? = nil) {
        self.email = email
        self.firstName = firstName
        self.lastName = lastName
        self.locale = locale
    }

    public static let members = CodingKeys.allCases.map { (name: $0.stringValue, rule: $0.rule) }

    private enum CodingKeys: CodingKey, CaseIterable {
        case email, firstName, lastName, locale

        var rule: String { self == .email ? "an e-mail address" : "a text" }
    }
}

/// The new account of an invited user: the answer of POST /accounts.
public struct InvitedAccountDescription: JSONConvertible, Hashable {
    @Flattened public var account: AccountDescription
    /// The end of the link's validity.
    public var invitationExpiresAt: Date
    /// The file of identity with the invitation, if no mail server is configured.
    public var messageFile: String?

    public init(account: AccountDescription, invitationExpiresAt: Date, messageFile: String? = nil) {
        self.account = account
        self.invitationExpiresAt = invitationExpiresAt
        self.messageFile = messageFile
    }
}

/// The started erasure of an account: the answer of DELETE /accounts/{account}.
public struct BegunErasure: JSONConvertible, Hashable {
    /// The id for GET /erasures/{id}; nil if there was no account.
    public var erasure: String?

    public init(erasure: String? = nil) { self.erasure = erasure }
}
