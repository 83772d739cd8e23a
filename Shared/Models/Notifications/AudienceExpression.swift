// Whom a publisher means.

/// Whom a notification is for. What is said of a push device has to hold for one and the same of a person's push devices,
/// and the notification goes to those for which all of it holds.
public indirect enum AudienceExpression: Hashable, Sendable {
    case everyone
    /// 1 to `maximumAccounts` in a whole expression. An account that there is not is nobody.
    case accounts([AccountID])
    /// Whoever has subscribed to a topic, or was added to it.
    case topic(String)
    /// Whoever a publisher's program has given a tag.
    case tag(String)
    /// A push device to which the app has given a tag.
    case deviceTag(String)
    /// A push device whose app speaks a language, a BCP 47 tag: `fr` means `fr-CA` as well.
    case language(String)
    /// A push device of `ios`, `android` or `web`.
    case platform(String)
    /// A push device whose app has such a version.
    case appVersion(VersionComparison, AppVersion)
    /// Whoever is within their own radius of a place.
    case near(Coordinate)
    case all([AudienceExpression])
    case any([AudienceExpression])
    case not(AudienceExpression)

    /// How many accounts an expression names at most.
    public static let maximumAccounts = 1000
    /// How many parts an expression has at most, itself included.
    public static let maximumParts = 64
    /// How deep parts stand within each other at most; an expression without any has the depth 1.
    public static let maximumDepth = 8
    /// How many characters the name of a topic or a tag has.
    public static let nameLengths = 1...64

    /// Whether a text can be the name of a topic or a tag: `A-Z a-z 0-9 . _ : -`.
    public static func isName(_ text: String) -> Bool {
        nameLengths.contains(text.utf8.count) && text.isASCIIAlphanumeric(or: "._:-")
    }
}

/// How versions are compared. The raw value is what publishers write.
public enum VersionComparison: String, Codable, Sendable, CaseIterable {
    case atLeast = ">="
    case atMost = "<="
    case notEqual = "!="
    case less = "<"
    case greater = ">"
    case equal = "="

    /// Whether it holds for a version.
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
    /// The parts directly within.
    public var parts: [AudienceExpression] {
        switch self {
        case .all(let parts), .any(let parts): parts
        case .not(let part): [part]
        default: []
        }
    }

    /// How deep parts stand within each other.
    public var depth: Int { 1 + (parts.map(\.depth).max() ?? 0) }

    /// How many parts there are, itself included.
    public var count: Int { parts.reduce(1) { $0 + $1.count } }

    /// Whether something holds for any part, itself included.
    public func contains(where holds: (AudienceExpression) -> Bool) -> Bool {
        holds(self) || parts.contains { $0.contains(where: holds) }
    }

    /// All accounts that are named, each once.
    public var accounts: [AccountID] {
        var seen: Set<AccountID> = []
        return namedAccounts.filter { seen.insert($0).inserted }
    }

    /// How many accounts its parts name, one that is named twice as two: each is looked through for every push device.
    public var namedCount: Int {
        if case .accounts(let accounts) = self { return accounts.count }
        return parts.reduce(0) { $0 + $1.namedCount }
    }

    private var namedAccounts: [AccountID] {
        if case .accounts(let accounts) = self { return accounts }
        return parts.flatMap(\.namedAccounts)
    }

    /// The place of the first circle; nil where there is none.
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
