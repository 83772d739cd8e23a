// What a person changes of their profile: the body of PUT users/profile and PATCH users/me.

public import BaliseJSON

/// A change of a profile; what is nil stays as it is.
public struct UpdateProfileRequest: JSONConvertible, ProfileDetailed, Hashable {
    /// The name that the person signs in with.
    public var username: String?
    /// The address for electronic mail.
    public var email: String?
    /// With its country, for example `+33612345678`.
    public var phoneNumber: String?
    /// The given name; an empty one becomes empty.
    @MayBeEmpty public var firstName: String?
    /// The family name; an empty one becomes empty.
    @MayBeEmpty public var lastName: String?
    /// What the person tells about themselves.
    @Flattened public var details: ProfileDetailFields
    /// Needed where `username`, `email` or `phoneNumber` changes.
    public var currentPassword: SecretString?
    @Flattened private var changes: ProfileFieldChanges

    /// What only the app understands, in so far as it changes.
    public var fields: ProfileFields {
        get { changes.fields }
        set { changes.fields = newValue }
    }

    /// The names of fields that shall go.
    public var removedFields: Set<String> {
        get { changes.removed }
        set { changes.removed = newValue }
    }

    /// Makes a body of these members; nil leaves one out.
    public init(
        username: String? = nil, email: String? = nil, phoneNumber: String? = nil, firstName: String? = nil,
        lastName: String? = nil, locale: String? = nil, currentPassword: SecretString? = nil,
        fields: ProfileFields = [:],
        removedFields: Set<String> = []
    ) {
        self.username = username
        self.email = email
        self.phoneNumber = phoneNumber
        self.firstName = firstName
        self.lastName = lastName
        details = ProfileDetailFields(locale: locale)
        self.currentPassword = currentPassword
        changes = ProfileFieldChanges(fields: fields, removed: removedFields)
    }

    /// The part that holds the body where it comes as a form.
    public static let formPart = "profile"
}
