// What a person wants to hear of.

public import CBOR

/// What a person wants to hear of, and when. The value of the preferences feed, under the account's id.
public struct NotificationPreferences: Codable, Hashable, Sendable {
    public static let feed = FeedName(rawValue: "preferences")

    /// Nil in the feed for one who has not chosen: then the defaults of the present categories count. An answer always
    /// has what counts.
    public var choices: NotificationChoices?
    /// Nil for none.
    public var quietHours: QuietHours?

    enum CodingKeys: Int, CodingKey { case choices = 0, quietHours }

    public init(choices: NotificationChoices? = nil, quietHours: QuietHours? = nil) {
        self.choices = choices
        self.quietHours = quietHours
    }
}

/// Of what a person wants to hear, and from how far away.
public struct NotificationChoices: Codable, Hashable, Sendable {
    public var notifyNewOffers: Bool
    public var notifyNewProNearby: Bool
    public var notifyLocalEvents: Bool
    /// Kilometres around the person's last position: 5 to 50.
    public var radius: Int
    /// Of the configured ones, in their order, each once.
    public var categories: [String]

    enum CodingKeys: Int, CodingKey {
        case notifyNewOffers = 0, notifyNewProNearby, notifyLocalEvents, radius, categories
    }

    public init(
        notifyNewOffers: Bool, notifyNewProNearby: Bool, notifyLocalEvents: Bool, radius: Int, categories: [String]
    ) {
        self.notifyNewOffers = notifyNewOffers
        self.notifyNewProNearby = notifyNewProNearby
        self.notifyLocalEvents = notifyLocalEvents
        self.radius = radius
        self.categories = categories
    }

    /// Of what somebody hears who has not said: of everything, from 10 km around.
    public static func standard(categories: [String]) -> NotificationChoices {
        NotificationChoices(
            notifyNewOffers: true, notifyNewProNearby: true, notifyLocalEvents: true, radius: 10, categories: categories
        )
    }
}

/// The time of the day at which a person is left in peace. What comes then is brought afterwards.
public struct QuietHours: Codable, Hashable, Sendable {
    /// Minutes after midnight, 0 to 1,439; the first quiet one.
    public var start: Int
    /// Minutes after midnight, 0 to 1,439; the first one that is not quiet. Before `start` when the night lies between.
    public var end: Int
    /// An IANA time zone, for example `Europe/Paris`.
    public var timeZone: String

    enum CodingKeys: Int, CodingKey { case start = 0, end, timeZone }

    public init(start: Int, end: Int, timeZone: String) {
        self.start = start
        self.end = end
        self.timeZone = timeZone
    }
}

extension NotificationPreferences: DirectFields {
    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.choices, choices)
        writer.put(CodingKeys.quietHours, quietHours)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        choices = try reader.takeIfPresent(CodingKeys.choices)
        quietHours = try reader.takeIfPresent(CodingKeys.quietHours)
    }
}

extension NotificationChoices: DirectFields {
    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.notifyNewOffers, notifyNewOffers)
        writer.put(CodingKeys.notifyNewProNearby, notifyNewProNearby)
        writer.put(CodingKeys.notifyLocalEvents, notifyLocalEvents)
        writer.put(CodingKeys.radius, radius)
        writer.put(CodingKeys.categories, categories)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        notifyNewOffers = try reader.take(CodingKeys.notifyNewOffers)
        notifyNewProNearby = try reader.take(CodingKeys.notifyNewProNearby)
        notifyLocalEvents = try reader.take(CodingKeys.notifyLocalEvents)
        radius = try reader.take(CodingKeys.radius)
        categories = try reader.take(CodingKeys.categories)
    }
}

extension QuietHours: DirectFields {
    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.start, start)
        writer.put(CodingKeys.end, end)
        writer.put(CodingKeys.timeZone, timeZone)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        start = try reader.take(CodingKeys.start)
        end = try reader.take(CodingKeys.end)
        timeZone = try reader.take(CodingKeys.timeZone)
    }
}
