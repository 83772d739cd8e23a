import BaliseJSON

/// The members of a profile that registration, change and answer share. A new member needs no change in those bodies. A
/// nil member is left out; in a change it keeps its value.
public struct ProfileDetailFields: Codable, Hashable, Sendable {
    /// A BCP 47 language tag, for example `fr-FR`.
    public var locale: String?

    /// Creates the members; a nil member is left out.
    public init(locale: String? = nil) { self.locale = locale }

    /// The names of all these members. The app's own fields cannot use them.
    static let memberNames = Set(CodingKeys.allCases.map(\.stringValue))
    /// Other names that a registration may use for these members.
    static let otherNames = [CodingKeys.locale.stringValue: ["systemLanguage"]]

    private enum CodingKeys: CodingKey, CaseIterable { case locale }
}

/// A body with a profile. The members of its `details` can be read and set as members of the body: `user.locale`.
@dynamicMemberLookup
public protocol ProfileDetailed {
    /// The user's details.
    var details: ProfileDetailFields { get set }
}

extension ProfileDetailed {
    /// Reads or sets a member of `details`.
    public subscript<Value>(dynamicMember member: WritableKeyPath<ProfileDetailFields, Value>) -> Value {
        get { details[keyPath: member] }
        set { details[keyPath: member] = newValue }
    }
}

/// The value of one of the app's own fields.
public enum ProfileFieldValue: Hashable, Sendable {
    /// A text, as the app sent it.
    case text(String)
    /// A finite number.
    case number(Double)
    /// A truth value.
    case flag(Bool)

    /// Reads a value; nil for `null`, for an array or an object, and for a number that a Double cannot represent.
    init?(_ json: JSONValue) {
        switch json.kind {
        case .string: self = .text(json.string ?? "")
        case .bool: self = .flag(json.bool ?? false)
        case .number:
            guard let number = try? Double(json) else { return nil }
            self = .number(number)
        case .null, .array, .object: return nil
        }
    }

    func encode(_ name: String, to members: inout KeyedEncodingContainer<MemberName>) throws {
        switch self {
        case .text(let text): try members.encode(text, forKey: MemberName(stringValue: name))
        case .number(let number): try members.encode(number, forKey: MemberName(stringValue: name))
        case .flag(let flag): try members.encode(flag, forKey: MemberName(stringValue: name))
        }
    }
}

/// The app's own fields of a profile, by name. The server stores them unchanged and returns them with their types.
public struct ProfileFields: Codable, Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// Names that a field cannot have, because the account, other members of requests, or envelopes use them.
    public static let reservedNames = ProfileDetailFields.memberNames.union([
        "id", "accountId", "username", "email", "phoneNumber", "firstName", "lastName", "createdAt", "updatedAt",
        "phoneVerified", "phoneVerifiedAt", "emailVerified", "emailVerifiedAt", "lastLoginAt", "lastLoginDevice",
        "lastLoginLocation", "lastLoginIp", "password", "currentPassword", "oldPassword", "newPassword",
        "rememberDevice", "endOtherSessions", "token", "sessionToken", "user", "success", "data", "error", "message",
        "code", "title",
    ])

    /// The fields by name. Reserved names are not sent.
    public var values: [String: ProfileFieldValue]

    public init(_ values: [String: ProfileFieldValue] = [:]) { self.values = values }

    /// Creates fields by name. If a name occurs twice, the last value counts.
    public init(dictionaryLiteral elements: (String, ProfileFieldValue)...) { values = Dictionary(elements) { $1 } }

    /// Reads the members of a body that are the app's own fields.
    init(of json: JSONValue, where wanted: (String) -> Bool = { !reservedNames.contains($0) }) {
        self.init()
        guard let members = json.members else { return }
        for member in members where wanted(member.name) { values[member.name] = ProfileFieldValue(member.value) }
    }

    /// Reads or sets the value of a field; nil if the profile has no such field.
    public subscript(name: String) -> ProfileFieldValue? {
        get { values[name] }
        set { values[name] = newValue }
    }

    public init(from decoder: any Decoder) throws { self.init(of: try decoder.jsonValue()) }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        for (name, value) in values.sorted(by: { $0.key < $1.key }) where !ProfileFields.reservedNames.contains(name) {
            try value.encode(name, to: &members)
        }
    }
}

struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

/// A change of the app's own fields. A member with a value sets the field, a member that is `null` removes it.
struct ProfileFieldChanges: Codable, Hashable, Sendable {
    var fields: ProfileFields
    var removed: Set<String>

    init(fields: ProfileFields, removed: Set<String>) { (self.fields, self.removed) = (fields, removed) }

    init(from decoder: any Decoder) throws {
        fields = try ProfileFields(from: decoder)
        let members = try decoder.jsonValue().members.map(Array.init) ?? []
        removed = Set(members.filter { $0.value.kind == .null }.map(\.name)).subtracting(ProfileFields.reservedNames)
    }

    func encode(to encoder: any Encoder) throws {
        try fields.encode(to: encoder)
        var members = encoder.container(keyedBy: MemberName.self)
        for name in removed.subtracting(ProfileFields.reservedNames).sorted() where fields[name] == nil {
            try members.encodeNil(forKey: MemberName(stringValue: name))
        }
    }
}
