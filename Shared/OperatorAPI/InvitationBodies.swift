public import BaliseJSON
public import Foundation

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
