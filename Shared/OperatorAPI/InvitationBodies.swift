// An account that an operator makes for a person, and the links with which people set their passwords.

public import BaliseJSON
public import Foundation

/// For whom an account is made: the body of POST /accounts.
public struct InviteAccountRequest: OperatorRequest, Hashable {
    /// Where the invitation goes, and what the person signs in with.
    public var email: String
    /// What the person is called.
    public var firstName: String?
    /// The last part of their name.
    public var lastName: String?
    /// Their language, also that of the message.
    public var locale: String?

    /// Makes a body of these members; nil leaves one out.
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

/// An account that was just made.
public struct InvitedAccountDescription: JSONConvertible, Hashable {
    /// The account.
    @Flattened public var account: AccountDescription
    /// Until when the link in the invitation counts.
    public var invitationExpiresAt: Date
    /// The file of identity that the invitation is written to where nobody brings it.
    public var messageFile: String?

    /// Makes a body of these members; nil leaves one out.
    public init(account: AccountDescription, invitationExpiresAt: Date, messageFile: String? = nil) {
        self.account = account
        self.invitationExpiresAt = invitationExpiresAt
        self.messageFile = messageFile
    }
}

/// That a person was sent a link. The link itself is shown to nobody else.
public struct SentPasswordLink: JSONConvertible, Hashable {
    /// Until when it counts.
    public var expiresAt: Date
    /// The file of identity that the message is written to where nobody brings it.
    public var messageFile: String?

    /// Makes a body of these members; nil leaves one out.
    public init(expiresAt: Date, messageFile: String? = nil) {
        self.expiresAt = expiresAt
        self.messageFile = messageFile
    }
}
