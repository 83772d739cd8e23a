public import BaliseJSON
public import Foundation

/// A user without an envelope, the answer of GET users/me and PUT users/profile.
public struct BaliseProfile: JSONConvertible, ProfileDetailed, Hashable {
    /// A number from 1 up. Only this body uses it; every other one uses `accountId`.
    public var id: Int64
    /// The account's id, the `id` of ``BaliseUser``. Nil from servers of an earlier version.
    public var accountId: String?
    /// Empty when it is not known.
    public var firstName: String
    /// Empty when it is not known.
    public var lastName: String
    /// The e-mail address.
    public var email: String?
    /// True when the address is verified, else nil.
    public var emailVerified: Bool?
    /// The name that the user signs in with.
    public var username: String?
    /// With its country, for example `+33612345678`.
    public var phoneNumber: String?
    /// True when the number is verified, else nil.
    public var phoneVerified: Bool?
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
        id: Int64, accountId: String? = nil, firstName: String, lastName: String, email: String? = nil,
        emailVerified: Bool? = nil, username: String? = nil, phoneNumber: String? = nil, phoneVerified: Bool? = nil,
        locale: String? = nil, createdAt: Date, updatedAt: Date,
        lastSignIn: LastSignInFields = LastSignInFields(), fields: ProfileFields = [:]
    ) {
        self.id = id
        self.accountId = accountId
        self.firstName = firstName
        self.lastName = lastName
        self.email = email
        self.emailVerified = emailVerified
        self.username = username
        self.phoneNumber = phoneNumber
        self.phoneVerified = phoneVerified
        details = ProfileDetailFields(locale: locale)
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.lastSignIn = lastSignIn
        self.fields = fields
    }
}
