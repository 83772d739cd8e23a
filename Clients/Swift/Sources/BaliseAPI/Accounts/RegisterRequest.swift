// What a person makes an account with: the body of POST auth/register.

public import BaliseJSON

/// A new account, with at least one of the three names.
///
/// As for signing in, a `username` decides that the tokens change.
public struct RegisterRequest: JSONConvertible, ProfileDetailed, Hashable {
    /// The name that the person signs in with.
    public var username: String?
    /// The address for electronic mail.
    public var email: String?
    /// With its country, for example `+33612345678`.
    public var phoneNumber: String?
    /// The password that the person has chosen.
    public var password: SecretString
    /// The given name.
    public var firstName: String?
    /// The family name.
    public var lastName: String?
    /// What the person tells about themselves; its `locale` is nil for the one that the app says with every call.
    @Flattened public var details: ProfileDetailFields
    /// What only the app understands; `referralCode` is the code of whoever recommended the app, and comes back as
    /// `referredBy`.
    @Flattened public var fields: ProfileFields

    /// Makes a body of these members; nil leaves one out.
    public init(
        username: String? = nil, email: String? = nil, phoneNumber: String? = nil, password: SecretString,
        firstName: String? = nil, lastName: String? = nil, locale: String? = nil, fields: ProfileFields = [:]
    ) {
        self.username = username
        self.email = email
        self.phoneNumber = phoneNumber
        self.password = password
        self.firstName = firstName
        self.lastName = lastName
        details = ProfileDetailFields(locale: locale)
        self.fields = fields
    }

    /// What is said to whoever gives no name to sign in with.
    public static let missingName = JSONShapeError(missing: CodingKeys.email, or: CodingKeys.username)
}

extension RegisterRequest: JSONAliases {
    public static let otherNames = ProfileDetailFields.otherNames
}

/// Apps that are older than Balise send members of their own.
extension RegisterRequest: JSONOpenObject {}
