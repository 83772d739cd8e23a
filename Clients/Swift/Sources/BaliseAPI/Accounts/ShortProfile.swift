// The few things of a user that GET users/me/light answers.

public import BaliseJSON

/// The few things that an app shows of a user on its first page.
public struct ShortProfile: JSONConvertible, Hashable {
    /// Empty when it is not known.
    public var firstName: String
    /// Empty when it is not known.
    public var lastName: String
    /// Of what only the app understands: `userType` and `referralCode`.
    @Flattened public var fields: ProfileFields
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

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            firstName: try members.decode(String.self, forKey: .firstName),
            lastName: try members.decode(String.self, forKey: .lastName), fields: try ProfileFields(from: decoder),
            notificationPreference: try members.decodeIfPresent(
                BalisePreferences.self, forKey: .notificationPreference))
    }

    private static func isShown(_ field: String) -> Bool { field == "userType" || field == "referralCode" }
}
