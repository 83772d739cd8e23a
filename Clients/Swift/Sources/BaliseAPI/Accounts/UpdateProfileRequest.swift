// What a person changes of their profile: the body of PUT users/profile and PATCH users/me.

public import BaliseJSON

/// A change of a profile; what is nil stays as it is.
public struct UpdateProfileRequest: JSONConvertible, Hashable {
    /// The name that the person signs in with.
    public var username: String?
    /// The address for electronic mail.
    public var email: String?
    /// With its country, for example `+33612345678`.
    public var phoneNumber: String?
    /// The given name; an empty one becomes empty.
    public var firstName: String?
    /// The family name; an empty one becomes empty.
    public var lastName: String?
    /// A BCP 47 language tag.
    public var locale: String?
    /// Needed where `username`, `email` or `phoneNumber` changes.
    public var currentPassword: SecretString?
    /// What only the app understands, in so far as it changes.
    public var fields: ProfileFields
    /// The names of fields that shall go.
    public var removedFields: Set<String>

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
        self.locale = locale
        self.currentPassword = currentPassword
        self.fields = fields
        self.removedFields = removedFields
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        username = try json.optional("username")
        email = try json.optional("email")
        phoneNumber = try json.optional("phoneNumber")
        firstName = try json.optional("firstName")
        lastName = try json.optional("lastName")
        locale = try json.optional("locale")
        currentPassword = try json.optional("currentPassword")
        fields = ProfileFields(of: json)
        removedFields = ProfileFields.removed(in: json)
    }

    public func write(to json: inout JSONObject) {
        json.set("username", username)
        json.set("email", email)
        json.set("phoneNumber", phoneNumber)
        json.set("firstName", firstName)
        json.set("lastName", lastName)
        json.set("locale", locale)
        json.set("currentPassword", currentPassword)
        fields.write(to: &json)
        for name in removedFields.subtracting(ProfileFields.reservedNames).sorted() where fields[name] == nil {
            json.set(name, json: "null")
        }
    }
}
