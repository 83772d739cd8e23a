public import BaliseJSON

/// The hours without notifications: the answer of the calls of notification-preferences/quiet-hours. All members are
/// nil if the user has set no quiet hours.
public struct BaliseQuietHours: JSONConvertible, Hashable {
    /// The first quiet minute; nil if there are no quiet hours.
    @Nullable public var start: BaliseTimeOfDay?
    /// The first minute that is not quiet. It is earlier than `start` if the quiet hours pass midnight.
    @Nullable public var end: BaliseTimeOfDay?
    /// The time zone, for example `Europe/Paris`.
    @Nullable public var timeZone: String?
    /// Whether time-sensitive and critical notifications still arrive.
    public var allowsInterruptions: Bool?

    /// Creates quiet hours. A nil member is written as `null`; `allowsInterruptions` is left out instead.
    public init(
        start: BaliseTimeOfDay? = nil, end: BaliseTimeOfDay? = nil, timeZone: String? = nil,
        allowsInterruptions: Bool? = nil
    ) {
        self.start = start
        self.end = end
        self.timeZone = timeZone
        self.allowsInterruptions = allowsInterruptions
    }
}

/// Quiet hours for every day: the body of PUT notification-preferences/quiet-hours.
public struct SetQuietHoursRequest: JSONConvertible, Hashable {
    /// The first quiet minute.
    public var start: BaliseTimeOfDay
    /// The first minute that is not quiet. It is earlier than `start` if the quiet hours pass midnight.
    public var end: BaliseTimeOfDay
    /// The time zone, for example `Europe/Paris`; nil to use the time zone in the request's headers.
    public var timeZone: String?
    /// Whether time-sensitive and critical notifications still arrive; nil means false.
    public var allowsInterruptions: Bool?

    public init(
        start: BaliseTimeOfDay, end: BaliseTimeOfDay, timeZone: String? = nil, allowsInterruptions: Bool? = nil
    ) {
        (self.start, self.end) = (start, end)
        (self.timeZone, self.allowsInterruptions) = (timeZone, allowsInterruptions)
    }

    /// The error if neither the body nor the headers name a time zone.
    public static let missingTimeZone = JSONShapeError(.missing, at: CodingKeys.timeZone)
}

/// A time of the day, to the minute.
public struct BaliseTimeOfDay: Hashable, JSONReadable, JSONText {
    /// The minutes after midnight, 0 to 1,439.
    public let minutes: Int

    /// Creates a time from the minutes after midnight; nil unless they are 0 to 1,439.
    public init?(minutes: Int) {
        guard (0..<1440).contains(minutes) else { return nil }
        self.minutes = minutes
    }

    /// Creates a time from an hour and a minute; nil unless the hour is 0 to 23 and the minute 0 to 59.
    public init?(hour: Int, minute: Int) {
        guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
        minutes = hour * 60 + minute
    }

    /// Reads `22:00`; nil for any other form.
    public init?(_ text: String) {
        guard let parts = text.wholeMatch(of: /([0-9]{2}):([0-9]{2})/)?.output, let hour = Int(parts.1),
            let minute = Int(parts.2)
        else { return nil }
        self.init(hour: hour, minute: minute)
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        guard let time = json.string.flatMap({ BaliseTimeOfDay($0) }) else {
            throw JSONShapeError(.isNot("a time of the day such as 22:00"))
        }
        self = time
    }

    public init(from decoder: any Decoder) throws { try self.init(decoder.jsonValue()) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension BaliseTimeOfDay: CustomStringConvertible {
    /// The time in the form `22:00`.
    public var description: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minutes / 60)):\(two(minutes % 60))"
    }
}

/// Kinds to switch on or off: the body of PUT notification-preferences/kinds. Other kinds stay as they are.
public struct SetKindsRequest: JSONConvertible, Hashable {
    /// The switches, each kind once.
    public var kinds: [NotificationKindChoice]

    public init(kinds: [NotificationKindChoice]) { self.kinds = kinds }
}
