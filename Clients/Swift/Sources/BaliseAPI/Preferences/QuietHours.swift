public import BaliseJSON

/// The hours without notifications: the answer of all calls of notification-preferences/quiet-hours. All members are
/// nil if the user has set none.
public struct BaliseQuietHours: JSONConvertible, Hashable {
    /// The first quiet minute.
    @Nullable public var start: BaliseTimeOfDay?
    /// The first minute that is not quiet; earlier than `start` if midnight is in between.
    @Nullable public var end: BaliseTimeOfDay?
    /// The time zone, for example `Europe/Paris`.
    @Nullable public var timeZone: String?
    /// Whether time-sensitive and critical notifications still arrive.
    public var allowsInterruptions: Bool?

    /// Makes a body of these members; nil is said as `null`, or left out for `allowsInterruptions`.
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
    /// Whether time-sensitive and critical notifications still arrive; nil for no.
    public var allowsInterruptions: Bool?

    /// Makes a body of these members; nil leaves one out.
    public init(
        start: BaliseTimeOfDay, end: BaliseTimeOfDay, timeZone: String? = nil, allowsInterruptions: Bool? = nil
    ) {
        self.start = start
        self.end = end
        self.timeZone = timeZone
        self.allowsInterruptions = allowsInterruptions
    }

    /// The error if neither the body nor the headers have a time zone.
    public static let missingTimeZone = JSONShapeError(.missing, at: CodingKeys.timeZone)
}
