/// The audience of a notification. All conditions on devices must hold for the same device of a user, and the
/// notification goes to the devices that match.
public indirect enum AudienceExpression: Hashable, Sendable {
    case everyone
    /// 1 to `maximumAccounts` in the whole expression. Unknown accounts match no user.
    case accounts([AccountID])
    /// Users who have subscribed to a topic or were added to it.
    case topic(String)
    /// Users with a tag from a publisher's program.
    case tag(String)
    /// A device with a tag from the app.
    case deviceTag(String)
    /// A device whose app uses a language, a BCP 47 tag: `fr` includes `fr-CA`.
    case language(String)
    /// A device of `ios`, `android` or `web`.
    case platform(String)
    case appVersion(VersionComparison, AppVersion)
    /// Users whose own radius includes the place.
    case near(Coordinate)
    case all([AudienceExpression])
    case any([AudienceExpression])
    case not(AudienceExpression)

    public static let maximumAccounts = 1000
    /// The most parts of an expression, including itself.
    public static let maximumParts = 64
    /// The deepest nesting; an expression without parts has depth 1.
    public static let maximumDepth = 8
    /// The allowed lengths of a topic or tag.
    public static let nameLengths = 1...64

    /// Whether a text is a valid topic or tag: `A-Z a-z 0-9 . _ : -`.
    public static func isName(_ text: String) -> Bool {
        nameLengths.contains(text.utf8.count) && text.isASCIIAlphanumeric(or: "._:-")
    }
}

/// The raw value is part of the API.
public enum VersionComparison: String, Codable, Sendable, CaseIterable {
    case atLeast = ">="
    case atMost = "<="
    case notEqual = "!="
    case less = "<"
    case greater = ">"
    case equal = "="

    public func holds(_ version: AppVersion, _ other: AppVersion) -> Bool {
        switch self {
        case .atLeast: version >= other
        case .atMost: version <= other
        case .notEqual: version != other
        case .less: version < other
        case .greater: version > other
        case .equal: version == other
        }
    }
}

extension AudienceExpression {
    public var parts: [AudienceExpression] {
        switch self {
        case .all(let parts), .any(let parts): parts
        case .not(let part): [part]
        default: []
        }
    }

    public var depth: Int { 1 + (parts.map(\.depth).max() ?? 0) }

    /// Including itself.
    public var count: Int { parts.reduce(1) { $0 + $1.count } }

    /// Whether a condition holds for any part, including itself.
    public func contains(where holds: (AudienceExpression) -> Bool) -> Bool {
        holds(self) || parts.contains { $0.contains(where: holds) }
    }

    /// Each account once.
    public var accounts: [AccountID] {
        var seen: Set<AccountID> = []
        return namedAccounts.filter { seen.insert($0).inserted }
    }

    /// With repetitions: the whole list is searched for every push device.
    public var namedCount: Int {
        if case .accounts(let accounts) = self { return accounts.count }
        return parts.reduce(0) { $0 + $1.namedCount }
    }

    private var namedAccounts: [AccountID] {
        if case .accounts(let accounts) = self { return accounts }
        return parts.flatMap(\.namedAccounts)
    }

    /// The place of the first circle; nil without one.
    public var place: Coordinate? {
        if case .near(let place) = self { return place }
        return parts.lazy.compactMap(\.place).first
    }
}

extension AudienceExpression: Codable {
    enum CodingKeys: Int, CodingKey {
        case everyone = 0, accounts, topic, tag, deviceTag, language, platform, comparison, version, near, all, any, not
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let key = container.allKeys.min(by: { $0.rawValue < $1.rawValue }) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "an audience of an unknown kind"))
        }
        switch key {
        case .everyone: self = .everyone
        case .accounts: self = .accounts(try container.decode([AccountID].self, forKey: key))
        case .topic: self = .topic(try container.decode(String.self, forKey: key))
        case .tag: self = .tag(try container.decode(String.self, forKey: key))
        case .deviceTag: self = .deviceTag(try container.decode(String.self, forKey: key))
        case .language: self = .language(try container.decode(String.self, forKey: key))
        case .platform: self = .platform(try container.decode(String.self, forKey: key))
        case .comparison, .version:
            self = .appVersion(
                try container.decode(VersionComparison.self, forKey: .comparison),
                try container.decode(AppVersion.self, forKey: .version))
        case .near: self = .near(try container.decode(Coordinate.self, forKey: key))
        case .all: self = .all(try container.decode([AudienceExpression].self, forKey: key))
        case .any: self = .any(try container.decode([AudienceExpression].self, forKey: key))
        case .not: self = .not(try container.decode(AudienceExpression.self, forKey: key))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .everyone: try container.encode(true, forKey: .everyone)
        case .accounts(let accounts): try container.encode(accounts, forKey: .accounts)
        case .topic(let name): try container.encode(name, forKey: .topic)
        case .tag(let name): try container.encode(name, forKey: .tag)
        case .deviceTag(let name): try container.encode(name, forKey: .deviceTag)
        case .language(let tag): try container.encode(tag, forKey: .language)
        case .platform(let name): try container.encode(name, forKey: .platform)
        case .appVersion(let comparison, let version):
            try container.encode(comparison, forKey: .comparison)
            try container.encode(version, forKey: .version)
        case .near(let place): try container.encode(place, forKey: .near)
        case .all(let parts): try container.encode(parts, forKey: .all)
        case .any(let parts): try container.encode(parts, forKey: .any)
        case .not(let part): try container.encode(part, forKey: .not)
        }
    }
}
