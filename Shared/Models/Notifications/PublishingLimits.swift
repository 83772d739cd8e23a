// What the API key of a publisher is limited to.

/// What an API key with the scope `publish` is limited to.
public struct PublishingLimits: Codable, Hashable, Sendable {
    /// The kinds that it may send; nil for all that are not restricted.
    public var kinds: [String]?
    /// The topics to which it may send, and that it may fill; nil for all.
    public var topics: [String]?
    /// How many notifications it may send in a minute; nil for any number.
    public var perMinute: Int?

    enum CodingKeys: Int, CodingKey { case kinds = 0, topics, perMinute }

    /// How many kinds or topics a key names at most.
    public static let maximumNames = 100
    /// How many notifications in a minute there can be.
    public static let rates = 1...100_000

    public init(kinds: [String]? = nil, topics: [String]? = nil, perMinute: Int? = nil) {
        self.kinds = kinds
        self.topics = topics
        self.perMinute = perMinute
    }

    /// Whether nothing is limited.
    public var isEmpty: Bool { kinds == nil && topics == nil && perMinute == nil }
}
