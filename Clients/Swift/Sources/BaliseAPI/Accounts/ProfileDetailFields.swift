// What a person tells about themselves: the members that every body with a profile has alike.

/// Members of a profile that are the same wherever there is one: where a person registers, where they change it, and
/// where it is read. A new one needs no change in those bodies.
///
/// What is nil is left out, and in a change stays as it is.
public struct ProfileDetailFields: Codable, Hashable, Sendable {
    /// A BCP 47 language tag, for example `fr-FR`.
    public var locale: String?

    /// Fields of these values; nil leaves one out.
    public init(locale: String? = nil) { self.locale = locale }

    /// The names of all members: none of them is a field that only an app understands.
    static let memberNames = Set(CodingKeys.allCases.map(\.stringValue))
    /// The other names that they have in a registration.
    static let otherNames = [CodingKeys.locale.stringValue: ["systemLanguage"]]

    private enum CodingKeys: CodingKey, CaseIterable { case locale }
}

/// A body with a profile, whose `details` can be read and set as its own members: `user.locale`.
@dynamicMemberLookup
public protocol ProfileDetailed {
    /// What the person tells about themselves.
    var details: ProfileDetailFields { get set }
}

extension ProfileDetailed {
    /// A member of `details`.
    public subscript<Value>(dynamicMember member: WritableKeyPath<ProfileDetailFields, Value>) -> Value {
        get { details[keyPath: member] }
        set { details[keyPath: member] = newValue }
    }
}
