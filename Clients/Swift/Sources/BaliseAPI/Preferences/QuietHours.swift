public import BaliseJSON

/// The hours without notifications, all nil if unset: the answer of notification-preferences/quiet-hours.
public struct BaliseQuietHours: JSONConvertible, Hashable {
    /// The first quiet minute; nil if there are no quiet hours.
    @Nullable public var start: BaliseTimeOfDay?
    /// The first minute that is not quiet; earlier than `start` if midnight is in between.
    @Nullable public var end: BaliseTimeOfDay?
    /// The time zone, for example `Europe/Paris`.
    @Nullable public var timeZone: String?
    /// Whether time-sensitive and critical notifications still arrive.
    public var allowsInterruptions: Bool?

    /// Creates quiet hours; a member that is nil is written as `null`, or left out for `allowsInterruptions`.
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
    /// The first minute that is not quiet; earlier than `start` if midnight is in between.
    public var end: BaliseTimeOfDay
    /// The time zone, for example `Europe/Paris`; nil for that of the request's headers.
    public var timeZone: String?
    /// Whether time-sensitive and critical notifications still arrive; nil means no.
    public var allowsInterruptions: Bool?

    public init(
        start: BaliseTimeOfDay, end: BaliseTimeOfDay, timeZone: String? = nil, allowsInterruptions: Bool? = nil
    ) {
        (self.start, self.end) = (start, end)
        (self.timeZone, self.allowsInterruptions) = (timeZone, allowsInterruptions)
    }

    /// The error if neither the body nor the headers have a time zone.
    public static let missingTimeZone = JSONShapeError(.missing, at: CodingKeys.timeZone)
}

/// A time of the day, to the minute.
public struct BaliseTimeOfDay: Hashable, JSONReadable, JSONText {
    /// The minutes after midnight, 0 to 1,439.
    public let minutes: Int

    /// Takes minutes after midnight; nil outside 0 to 1,439.
    public init?(minutes: Int) {
        guard (0..<1440).contains(minutes) else { return nil }
        self.minutes = minutes
    }

    /// Takes an hour and a minute; nil unless the hour is 0 to 23 and the minute 0 to 59.
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

/// Kinds to switch on or off, others stay: the body of PUT notification-preferences/kinds.
public struct SetKindsRequest: JSONConvertible, Hashable {
    /// The switches, each kind once.
    public var kinds: [NotificationKindChoice]

    public init(kinds: [NotificationKindChoice]) { self.kinds = kinds }
}
