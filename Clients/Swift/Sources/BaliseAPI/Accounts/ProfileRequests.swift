public import BaliseJSON

/// A new account with at least one of the three names: the body of POST auth/register. If it has a `username`, the
/// session's tokens are refreshed, as after a sign-in.
public struct RegisterRequest: JSONOpenObject, JSONAliases, JSONChecked, ProfileDetailed, Hashable {
    /// The name with which the user signs in.
    public var username: String?
    /// The user's e-mail address, which is also a sign-in name.
    public var email: String?
    /// The phone number with its country code, for example `+33612345678`.
    public var phoneNumber: String?
    /// The password that the user has chosen.
    public var password: SecretText
    /// The user's given name.
    public var firstName: String?
    /// The user's family name.
    public var lastName: String?
    /// The user's details. Without a `locale`, the server uses the language in the request's headers.
    @Flattened public var details: ProfileDetailFields
    /// The app's own fields. `referralCode` is the code of the recommending user, and is returned as `referredBy`.
    @Flattened public var fields: ProfileFields

    public init(
        username: String? = nil, email: String? = nil, phoneNumber: String? = nil, password: SecretText,
        firstName: String? = nil, lastName: String? = nil, locale: String? = nil, fields: ProfileFields = [:]
    ) {
        (self.username, self.email, self.phoneNumber, self.password) = (username, email, phoneNumber, password)
        (self.firstName, self.lastName) = (firstName, lastName)
        details = ProfileDetailFields(locale: locale)
        self.fields = fields
    }

    /// The error for a body without any of the three names.
    public static let missingName = JSONShapeError(missing: CodingKeys.email, or: CodingKeys.username)

    public var shapeErrors: [JSONShapeError] {
        username == nil && email == nil && phoneNumber == nil ? [RegisterRequest.missingName] : []
    }

    public static let otherNames = ProfileDetailFields.otherNames
}

/// A change of a profile: the body of PUT users/profile and PATCH users/me. Members that are nil stay as they are.
public struct UpdateProfileRequest: JSONConvertible, ProfileDetailed, Hashable {
    /// The new sign-in name.
    public var username: String?
    /// The new e-mail address.
    public var email: String?
    /// The new phone number with its country code, for example `+33612345678`.
    public var phoneNumber: String?
    /// The new given name; an empty text clears it.
    @MayBeEmpty public var firstName: String?
    /// The new family name; an empty text clears it.
    @MayBeEmpty public var lastName: String?
    /// The user's details.
    @Flattened public var details: ProfileDetailFields
    /// The current password, required to change `username`, `email` or `phoneNumber`.
    public var currentPassword: SecretText?
    @Flattened private var changes: ProfileFieldChanges

    /// The app's own fields to set.
    public var fields: ProfileFields {
        get { changes.fields }
        set { changes.fields = newValue }
    }

    /// The names of the fields to remove.
    public var removedFields: Set<String> {
        get { changes.removed }
        set { changes.removed = newValue }
    }

    public init(
        username: String? = nil, email: String? = nil, phoneNumber: String? = nil, firstName: String? = nil,
        lastName: String? = nil, locale: String? = nil, currentPassword: SecretText? = nil, fields: ProfileFields = [:],
        removedFields: Set<String> = []
    ) {
        (self.username, self.email, self.phoneNumber) = (username, email, phoneNumber)
        self.firstName = firstName
        self.lastName = lastName
        details = ProfileDetailFields(locale: locale)
        self.currentPassword = currentPassword
        changes = ProfileFieldChanges(fields: fields, removed: removedFields)
    }

    /// The name of the form part with the body, when the body is sent as a form.
    public static let formPart = "profile"
}
