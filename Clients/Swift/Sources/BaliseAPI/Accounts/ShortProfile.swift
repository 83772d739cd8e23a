// The few things of a user that GET users/me/light answers.

public import BaliseJSON

/// The few things that an app shows of a user on its first page.
public struct ShortProfile: JSONConvertible, Hashable {
    /// Empty when it is not known.
    public var firstName: String
    /// Empty when it is not known.
    public var lastName: String
    /// Of what only the app understands: `userType` and `referralCode`.
    public var fields: ProfileFields
    /// What the user wants to hear of; nil when it cannot be told at the moment.
    public var notificationPreference: BalisePreferences?

    /// Makes a body of these members; of the fields only those that belong here are taken.
    public init(
        firstName: String, lastName: String, fields: ProfileFields = [:],
        notificationPreference: BalisePreferences? = nil
    ) {
        self.firstName = firstName
        self.lastName = lastName
        self.fields = ProfileFields(fields.values.filter { ShortProfile.isShown($0.key) })
        self.notificationPreference = notificationPreference
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        firstName = try json.needed("firstName")
        lastName = try json.needed("lastName")
        fields = ProfileFields(of: json, where: ShortProfile.isShown)
        notificationPreference = try json.optional("notificationPreference")
    }

    public func write(to json: inout JSONObject) {
        json.set("firstName", firstName)
        json.set("lastName", lastName)
        fields.write(to: &json)
        json.set("notificationPreference", notificationPreference)
    }

    private static func isShown(_ field: String) -> Bool { field == "userType" || field == "referralCode" }
}
