// The fields of a profile that only the apps understand.

import BaliseJSON

/// The value of a field that only the apps understand.
public enum ProfileFieldValue: Hashable, Sendable {
    /// A text.
    case text(String)
    /// A number that has a value, so neither infinite nor NaN.
    case number(Double)
    /// A truth value.
    case flag(Bool)

    /// Nil for `null`, for an array or an object, and for a number that is too large to have a value.
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

    /// Sets the value as a member.
    func write(_ name: String, to json: inout JSONObject) {
        switch self {
        case .text(let text): json.set(name, text)
        case .number(let number): json.set(name, number)
        case .flag(let flag): json.set(name, flag)
        }
    }
}

/// The fields of a profile that only the apps understand, by name: they are kept as they came and given back with their
/// types.
public struct ProfileFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// Names that mean something here and so are no field of an app: what an account has itself, what calls say
    /// besides, and what an answer says around it.
    public static let reservedNames: Set<String> = [
        "id", "username", "email", "phoneNumber", "firstName", "lastName", "locale", "createdAt", "updatedAt",
        "phoneVerified", "phoneVerifiedAt", "lastLoginAt", "lastLoginDevice", "lastLoginLocation", "lastLoginIp",
        "password", "currentPassword", "oldPassword", "newPassword", "rememberDevice", "endOtherSessions", "token",
        "sessionToken", "user", "success", "data", "error", "message", "code", "title",
    ]

    /// The fields by name; reserved names are passed over when they are written.
    public var values: [String: ProfileFieldValue]

    /// Fields by their names.
    public init(_ values: [String: ProfileFieldValue] = [:]) { self.values = values }

    /// Fields by their names; the last counts of those that are named twice.
    public init(dictionaryLiteral elements: (String, ProfileFieldValue)...) {
        values = Dictionary(elements) { $1 }
    }

    /// All members of a body that are fields of an app.
    init(of json: JSONValue, where wanted: (String) -> Bool = { !reservedNames.contains($0) }) {
        self.init()
        guard let members = json.members else { return }
        for member in members where wanted(member.name) { values[member.name] = ProfileFieldValue(member.value) }
    }

    /// The names of the fields of an app that a body says are `null`.
    static func removed(in json: JSONValue) -> Set<String> {
        guard let members = json.members else { return [] }
        return Set(members.filter { $0.value.kind == .null && !reservedNames.contains($0.name) }.map(\.name))
    }

    /// The field `name`; nil where there is none.
    public subscript(name: String) -> ProfileFieldValue? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// Sets the fields as members, in the order of their names.
    func write(to json: inout JSONObject) {
        for (name, value) in values.sorted(by: { $0.key < $1.key }) where !ProfileFields.reservedNames.contains(name) {
            value.write(name, to: &json)
        }
    }
}
