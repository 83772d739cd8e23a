public import CBOR

/// A user's notification preferences. They are the value in the preferences feed, under the account's id.
public struct NotificationPreferences: Codable, Hashable, Sendable, DirectFields {
    public static let feed = FeedName(rawValue: "preferences")

    /// The user's choices. Nil in the feed if the user has not chosen: the defaults for the current categories then
    /// apply. A reply always contains the choices that apply.
    public var choices: NotificationChoices?
    public var quietHours: QuietHours?
    /// The operator's kinds that the user has switched on; nil for none.
    public var kindsOn: [String]?
    public var kindsOff: [String]?
    /// The topics that the user subscribed to; nil for none.
    public var topics: [String]?
    /// The topics that publishers added the user to; nil for none.
    public var givenTopics: [String]?
    /// The tags that publishers gave the user; nil for none.
    public var tags: [String]?

    enum CodingKeys: Int, CodingKey { case choices = 0, quietHours, kindsOn, kindsOff, topics, givenTopics, tags }

    public init(
        choices: NotificationChoices? = nil, quietHours: QuietHours? = nil, kindsOn: [String]? = nil,
        kindsOff: [String]? = nil, topics: [String]? = nil, givenTopics: [String]? = nil, tags: [String]? = nil
    ) {
        (self.choices, self.quietHours, self.kindsOn) = (choices, quietHours, kindsOn)
        (self.kindsOff, self.topics, self.givenTopics, self.tags) = (kindsOff, topics, givenTopics, tags)
    }

    public var allTopics: Set<String> { Set((topics ?? []) + (givenTopics ?? [])) }

    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.choices, choices)
        writer.put(CodingKeys.quietHours, quietHours)
        writer.put(CodingKeys.kindsOn, kindsOn)
        writer.put(CodingKeys.kindsOff, kindsOff)
        writer.put(CodingKeys.topics, topics)
        writer.put(CodingKeys.givenTopics, givenTopics)
        writer.put(CodingKeys.tags, tags)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        choices = try reader.takeIfPresent(CodingKeys.choices)
        quietHours = try reader.takeIfPresent(CodingKeys.quietHours)
        kindsOn = try reader.takeIfPresent(CodingKeys.kindsOn)
        kindsOff = try reader.takeIfPresent(CodingKeys.kindsOff)
        topics = try reader.takeIfPresent(CodingKeys.topics)
        givenTopics = try reader.takeIfPresent(CodingKeys.givenTopics)
        tags = try reader.takeIfPresent(CodingKeys.tags)
    }
}

extension NotificationChoices {
    /// Returns the default choices: everything within 10 km.
    public static func standard(categories: [String]) -> NotificationChoices {
        NotificationChoices(
            notifyNewOffers: true, notifyNewProNearby: true, notifyLocalEvents: true, notificationRadius: 10,
            preferredCategories: categories)
    }
}

/// The daily hours without pushes. Notifications from these hours arrive afterwards, unless they expire.
public struct QuietHours: Codable, Hashable, Sendable, DirectFields {
    /// The first quiet minute, counted from midnight, 0 to 1,439.
    public var start: Int
    /// The first minute that is not quiet, 0 to 1,439. It is earlier than `start` if the hours pass midnight.
    public var end: Int
    /// The IANA time zone of the hours, for example `Europe/Paris`.
    public var timeZone: String
    /// Whether time-sensitive and critical notifications still arrive; nil means false.
    public var allowsInterruptions: Bool?

    enum CodingKeys: Int, CodingKey { case start = 0, end, timeZone, allowsInterruptions }

    public init(start: Int, end: Int, timeZone: String, allowsInterruptions: Bool? = nil) {
        (self.start, self.end, self.timeZone) = (start, end, timeZone)
        self.allowsInterruptions = allowsInterruptions
    }

    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.start, start)
        writer.put(CodingKeys.end, end)
        writer.put(CodingKeys.timeZone, timeZone)
        writer.put(CodingKeys.allowsInterruptions, allowsInterruptions)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        start = try reader.take(CodingKeys.start)
        end = try reader.take(CodingKeys.end)
        timeZone = try reader.take(CodingKeys.timeZone)
        allowsInterruptions = try reader.takeIfPresent(CodingKeys.allowsInterruptions)
    }
}

extension NotificationChoices: DirectFields {
    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.notifyNewOffers, notifyNewOffers)
        writer.put(CodingKeys.notifyNewProNearby, notifyNewProNearby)
        writer.put(CodingKeys.notifyLocalEvents, notifyLocalEvents)
        writer.put(CodingKeys.notificationRadius, notificationRadius)
        writer.put(CodingKeys.preferredCategories, preferredCategories)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        self.init(
            notifyNewOffers: try reader.take(CodingKeys.notifyNewOffers),
            notifyNewProNearby: try reader.take(CodingKeys.notifyNewProNearby),
            notifyLocalEvents: try reader.take(CodingKeys.notifyLocalEvents),
            notificationRadius: try reader.take(CodingKeys.notificationRadius),
            preferredCategories: try reader.take(CodingKeys.preferredCategories))
    }
}
