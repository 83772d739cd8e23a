/// The limits of an API key with the scope `publish`.
public struct PublishingLimits: Codable, Hashable, Sendable {
    /// Nil for all that are not restricted.
    public var kinds: [String]?
    /// To send to and to add members to; nil for all.
    public var topics: [String]?
    /// Nil for no limit.
    public var perMinute: Int?

    enum CodingKeys: Int, CodingKey { case kinds = 0, topics, perMinute }

    /// The most kinds or topics in a key's limits.
    public static let maximumNames = 100
    public static let rates = 1...100_000

    public init(kinds: [String]? = nil, topics: [String]? = nil, perMinute: Int? = nil) {
        (self.kinds, self.topics, self.perMinute) = (kinds, topics, perMinute)
    }

    public var isEmpty: Bool { kinds == nil && topics == nil && perMinute == nil }
}
