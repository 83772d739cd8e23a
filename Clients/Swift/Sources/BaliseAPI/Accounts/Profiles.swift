public import BaliseJSON
public import Foundation

/// A user, in the form of the calls about sessions and of answers in an envelope.
public struct BaliseUser: JSONConvertible, ProfileDetailed, Hashable {
    /// The account's id, the `accountId` of ``BaliseProfile``.
    public var id: String
    /// The sign-in name; without a sign-in name the e-mail address, phone number or id.
    public var username: String
    /// The user's e-mail address, which is also a sign-in name.
    public var email: String?
    /// When the address was verified; nil if the address is not verified.
    public var emailVerifiedAt: Date?
    /// The phone number with its country code, for example `+33612345678`.
    public var phoneNumber: String?
    /// When the number was verified; nil if the number is not verified.
    public var phoneVerifiedAt: Date?
    /// The user's given name; nil if unknown.
    public var firstName: String?
    /// The user's family name; nil if unknown.
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

    public init(
        id: String, username: String, email: String? = nil, emailVerifiedAt: Date? = nil, phoneNumber: String? = nil,
        phoneVerifiedAt: Date? = nil, firstName: String? = nil, lastName: String? = nil, locale: String? = nil,
        createdAt: Date, updatedAt: Date, lastSignIn: LastSignInFields = LastSignInFields(), fields: ProfileFields = [:]
    ) {
        (self.id, self.username, self.email, self.emailVerifiedAt) = (id, username, email, emailVerifiedAt)
        (self.phoneNumber, self.phoneVerifiedAt) = (phoneNumber, phoneVerifiedAt)
        (self.firstName, self.lastName) = (firstName, lastName)
        details = ProfileDetailFields(locale: locale)
        (self.createdAt, self.updatedAt) = (createdAt, updatedAt)
        self.lastSignIn = lastSignIn
        self.fields = fields
    }
}

/// The signed-in user, the answer of GET auth/me and PATCH users/me in an envelope.
public struct CurrentUserResponse: JSONConvertible, Hashable {
    /// The signed-in user.
    public var user: BaliseUser

    public init(user: BaliseUser) { self.user = user }
}

/// A user without an envelope, the answer of GET users/me and PUT users/profile.
public struct BaliseProfile: JSONConvertible, ProfileDetailed, Hashable {
    /// The account's number, from 1. Only this body contains it; every other body uses `accountId`.
    public var id: Int64
    /// The account's id, which is `id` in ``BaliseUser``. Nil from servers of an earlier version.
    public var accountId: String?
    /// The user's given name; empty if unknown.
    public var firstName: String
    /// The user's family name; empty if unknown.
    public var lastName: String
    /// The user's e-mail address, which is also a sign-in name.
    public var email: String?
    /// True when the address is verified, else nil.
    public var emailVerified: Bool?
    /// The name that the user signs in with.
    public var username: String?
    /// The phone number with its country code, for example `+33612345678`.
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

    public init(
        id: Int64, accountId: String? = nil, firstName: String, lastName: String, email: String? = nil,
        emailVerified: Bool? = nil, username: String? = nil, phoneNumber: String? = nil, phoneVerified: Bool? = nil,
        locale: String? = nil, createdAt: Date, updatedAt: Date,
        lastSignIn: LastSignInFields = LastSignInFields(), fields: ProfileFields = [:]
    ) {
        (self.id, self.accountId, self.firstName, self.lastName) = (id, accountId, firstName, lastName)
        (self.email, self.emailVerified, self.username) = (email, emailVerified, username)
        (self.phoneNumber, self.phoneVerified) = (phoneNumber, phoneVerified)
        details = ProfileDetailFields(locale: locale)
        (self.createdAt, self.updatedAt) = (createdAt, updatedAt)
        self.lastSignIn = lastSignIn
        self.fields = fields
    }
}

/// The part of a user that an app shows on its first page: the answer of GET users/me/light.
public struct ShortProfile: JSONConvertible, Hashable {
    /// The user's given name; empty if unknown.
    public var firstName: String
    /// The user's family name; empty if unknown.
    public var lastName: String
    /// The app's own fields. This body contains only `userType` and `referralCode`.
    @Flattened public var fields: ProfileFields
    /// The user's notification preferences; nil if they are unavailable at the moment.
    public var notificationPreference: NotificationChoices?

    /// Creates a short profile, which keeps only the fields `userType` and `referralCode`.
    public init(
        firstName: String, lastName: String, fields: ProfileFields = [:],
        notificationPreference: NotificationChoices? = nil
    ) {
        (self.firstName, self.lastName) = (firstName, lastName)
        self.fields = ProfileFields(fields.values.filter { ShortProfile.isShown($0.key) })
        self.notificationPreference = notificationPreference
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            firstName: try members.decode(String.self, forKey: .firstName),
            lastName: try members.decode(String.self, forKey: .lastName), fields: try ProfileFields(from: decoder),
            notificationPreference: try members.decodeIfPresent(
                NotificationChoices.self, forKey: .notificationPreference))
    }

    private static func isShown(_ field: String) -> Bool { field == "userType" || field == "referralCode" }
}

/// The latest sign-in to an account: the members of a user whose names begin with `lastLogin`. A member is nil when it
/// is unknown or the sign-in method does not store it.
public struct LastSignInFields: Codable, Hashable, Sendable {
    /// When the user last signed in.
    public var at: Date?
    /// The user agent of the last sign-in.
    public var device: String?
    /// `City, Country`, or only the part that is known.
    public var location: String?
    /// The IP address of the last sign-in.
    public var ip: String?

    /// Creates the members; a nil member is left out.
    public init(at: Date? = nil, device: String? = nil, location: String? = nil, ip: String? = nil) {
        (self.at, self.device, self.location, self.ip) = (at, device, location, ip)
    }

    private enum CodingKeys: String, CodingKey {
        case at = "lastLoginAt"
        case device = "lastLoginDevice"
        case location = "lastLoginLocation"
        case ip = "lastLoginIp"
    }
}
