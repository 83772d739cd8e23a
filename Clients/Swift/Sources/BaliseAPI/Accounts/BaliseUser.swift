public import BaliseJSON
public import Foundation

/// A user, as in sessions and envelopes.
public struct BaliseUser: JSONConvertible, ProfileDetailed, Hashable {
    /// The account's id, the `accountId` of ``BaliseProfile``.
    public var id: String
    /// The sign-in name, else the e-mail address or phone number, else the id.
    public var username: String
    /// The e-mail address.
    public var email: String?
    /// When the address was verified; nil if it is not.
    public var emailVerifiedAt: Date?
    /// With its country, for example `+33612345678`.
    public var phoneNumber: String?
    /// When the number was verified; nil if it is not.
    public var phoneVerifiedAt: Date?
    /// The given name.
    public var firstName: String?
    /// The family name.
    public var lastName: String?
    /// The user's details.
    @Flattened public var details: ProfileDetailFields
    /// When the account was created.
    public var createdAt: Date
    /// When the profile last changed.
    public var updatedAt: Date
    /// The latest sign-in.
    @Flattened public var lastSignIn: LastSignInFields
    /// The app's own fields.
    @Flattened public var fields: ProfileFields

    /// Makes a body of these members; nil leaves one out.
    public init(
        id: String, username: String, email: String? = nil, emailVerifiedAt: Date? = nil, phoneNumber: String? = nil,
        phoneVerifiedAt: Date? = nil, firstName: String? = nil, lastName: String? = nil, locale: String? = nil,
        createdAt: Date, updatedAt: Date,
        lastSignIn: LastSignInFields = LastSignInFields(), fields: ProfileFields = [:]
    ) {
        self.id = id
        self.username = username
        self.email = email
        self.emailVerifiedAt = emailVerifiedAt
        self.phoneNumber = phoneNumber
        self.phoneVerifiedAt = phoneVerifiedAt
        self.firstName = firstName
        self.lastName = lastName
        details = ProfileDetailFields(locale: locale)
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.lastSignIn = lastSignIn
        self.fields = fields
    }
}

/// The signed-in user, the answer of GET auth/me and PATCH users/me in an envelope.
public struct CurrentUserResponse: JSONConvertible, Hashable {
    /// The user.
    public var user: BaliseUser

    /// Makes a body of these members.
    public init(user: BaliseUser) {
        self.user = user
    }
}
