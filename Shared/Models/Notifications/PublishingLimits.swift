/// The limits of an API key with the scope `publish`.
public struct PublishingLimits: Codable, Hashable, Sendable {
    /// The kinds that the key may send; nil for all kinds that are not restricted.
    public var kinds: [String]?
    /// The topics that the key may send to and add members to; nil for all topics.
    public var topics: [String]?
    /// The largest number of notifications per minute; nil for no limit.
    public var perMinute: Int?

    enum CodingKeys: Int, CodingKey { case kinds = 0, topics, perMinute }

    /// The largest number of kinds or topics in a key's limits.
    public static let maximumNames = 100
    public static let rates = 1...100_000

    public init(kinds: [String]? = nil, topics: [String]? = nil, perMinute: Int? = nil) {
        (self.kinds, self.topics, self.perMinute) = (kinds, topics, perMinute)
    }

    public var isEmpty: Bool { kinds == nil && topics == nil && perMinute == nil }
}

/// The topics and tags that a key may use: whole names, and prefixes that end with `*`.
public struct NamePatterns: Hashable, Sendable {
    public let patterns: [String]

    public init(_ patterns: [String] = []) { self.patterns = patterns }

    public func contains(_ name: String) -> Bool {
        guard AudienceExpression.isName(name) else { return false }
        return patterns.contains { $0.hasSuffix("*") ? name.hasPrefix($0.dropLast()) : name == $0 }
    }

    public var areValid: Bool {
        patterns.allSatisfy { pattern in
            pattern == "*" || AudienceExpression.isName(pattern.hasSuffix("*") ? String(pattern.dropLast()) : pattern)
        }
    }
}
