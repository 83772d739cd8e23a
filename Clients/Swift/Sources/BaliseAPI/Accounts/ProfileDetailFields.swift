/// The members of a profile that are the same in registration, change and answer. A new one needs no change in those
/// bodies. A member that is nil is left out; in a change it stays as it is.
public struct ProfileDetailFields: Codable, Hashable, Sendable {
    /// A BCP 47 language tag, for example `fr-FR`.
    public var locale: String?

    /// Fields of these values; nil leaves one out.
    public init(locale: String? = nil) { self.locale = locale }

    /// The names of all members: the app's own fields cannot use them.
    static let memberNames = Set(CodingKeys.allCases.map(\.stringValue))
    /// Their other names in a registration.
    static let otherNames = [CodingKeys.locale.stringValue: ["systemLanguage"]]

    private enum CodingKeys: CodingKey, CaseIterable { case locale }
}

/// A body with a profile, whose `details` can be read and set as its own members: `user.locale`.
@dynamicMemberLookup
public protocol ProfileDetailed {
    /// The user's details.
    var details: ProfileDetailFields { get set }
}

extension ProfileDetailed {
    /// A member of `details`.
    public subscript<Value>(dynamicMember member: WritableKeyPath<ProfileDetailFields, Value>) -> Value {
        get { details[keyPath: member] }
        set { details[keyPath: member] = newValue }
    }
}
