public import BaliseJSON

/// The part of a user that an app shows on its first page: the answer of GET users/me/light.
public struct ShortProfile: JSONConvertible, Hashable {
    /// Empty if unknown.
    public var firstName: String
    /// Empty if unknown.
    public var lastName: String
    /// Of the app's own fields only `userType` and `referralCode`.
    @Flattened public var fields: ProfileFields
    /// The user's notification preferences; nil if they are unavailable at the moment.
    public var notificationPreference: NotificationChoices?

    /// Makes a body of these members. Other fields than these two are dropped.
    public init(
        firstName: String, lastName: String, fields: ProfileFields = [:],
        notificationPreference: NotificationChoices? = nil
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
                NotificationChoices.self, forKey: .notificationPreference))
    }

    private static func isShown(_ field: String) -> Bool { field == "userType" || field == "referralCode" }
}
