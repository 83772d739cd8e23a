// A user, as GET users/me and PUT users/profile answer it, without an envelope.

public import BaliseJSON
public import Foundation

/// A user without an envelope, known by a number.
public struct BaliseProfile: JSONConvertible, ProfileDetailed, Hashable {
    /// Counts accounts from 1 up. It names the account in this body alone; every other body has `accountId`.
    public var id: Int64
    /// The account: what ``BaliseUser`` has as its `id`. Nil from a server of a version before.
    public var accountId: String?
    /// Empty when it is not known.
    public var firstName: String
    /// Empty when it is not known.
    public var lastName: String
    /// The address for electronic mail.
    public var email: String?
    /// True when the address was shown to be the person's, else nil.
    public var emailVerified: Bool?
    /// The name that the person signs in with.
    public var username: String?
    /// With its country, for example `+33612345678`.
    public var phoneNumber: String?
    /// True when the number was shown to be the person's, else nil.
    public var phoneVerified: Bool?
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
