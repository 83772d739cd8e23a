/// The user's details. In a change, a nil field stays as it is.
public struct ProfileDetails: Codable, Hashable, Sendable {
    public var firstName: Personal<String>?
    public var lastName: Personal<String>?
    /// The user's language, a BCP 47 tag; nil if unknown.
    public var locale: String?
    /// The app's own fields, by name; at most 64. In a change, `.null` removes a field.
    public var fields: [String: Personal<ProfileValue>]?
    /// The user's whole name in one text, which some apps use; at most 128 characters.
    public var displayName: Personal<String>?

    /// The display name, also if the app stores it in a field of its own.
    public var calledName: Personal<String>? {
        if case .text(let name)? = fields?["displayName"]?.value, !name.isEmpty { return Personal(name) }
        return displayName
    }

    /// The time zone that the app reported, such as `Europe/Paris`, which is not checked; nil if it reported none.
    public var timeZone: String? {
        if case .text(let name)? = fields?["timezone"]?.value { return name }
        return nil
    }

    enum CodingKeys: Int, CodingKey { case firstName = 0, lastName, locale, fields, displayName }

    public init(
        firstName: Personal<String>? = nil, lastName: Personal<String>? = nil, locale: String? = nil,
        fields: [String: Personal<ProfileValue>]? = nil, displayName: Personal<String>? = nil
    ) {
        (self.firstName, self.lastName) = (firstName, lastName)
        (self.locale, self.fields, self.displayName) = (locale, fields, displayName)
    }
}

/// The value of a profile field that an app defines: any JSON value except an array or an object.
public enum ProfileValue: Hashable, Sendable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
}

extension ProfileValue: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}
