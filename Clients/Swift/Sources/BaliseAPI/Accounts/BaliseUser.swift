// A user, as envelopes have it.

public import BaliseJSON
public import Foundation

/// A user, as sessions and envelopes have it.
public struct BaliseUser: JSONConvertible, ProfileDetailed, Hashable {
    /// The account: what ``BaliseProfile`` has as its `accountId`, beside a number of its own.
    public var id: String
    /// What the person signs in with, or else what they are reached by, or else the id.
    public var username: String
    /// The address for electronic mail.
    public var email: String?
    /// When the address was shown to be the person's; nil when it was not.
    public var emailVerifiedAt: Date?
    /// With its country, for example `+33612345678`.
    public var phoneNumber: String?
    /// When the number was shown to be the person's; nil when it was not.
    public var phoneVerifiedAt: Date?
    /// The given name.
    public var firstName: String?
    /// The family name.
    public var lastName: String?
    /// What the person tells about themselves.
    @Flattened public var details: ProfileDetailFields
    /// When it was made.
    public var createdAt: Date
    /// When it last changed.
    public var updatedAt: Date
    /// The latest sign-in.
    @Flattened public var lastSignIn: LastSignInFields
    /// What the app itself has stored.
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
