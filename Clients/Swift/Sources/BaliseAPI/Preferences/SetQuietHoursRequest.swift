// When a person wants to be left in peace: the body of PUT notification-preferences/quiet-hours.

public import BaliseJSON

/// Quiet hours, every day.
public struct SetQuietHoursRequest: JSONConvertible, Hashable {
    /// The first quiet minute.
    public var start: BaliseTimeOfDay
    /// The first minute that is not quiet; before `start` where the night lies between.
    public var end: BaliseTimeOfDay
    /// Whose clock counts, for example `Europe/Paris`; nil for the zone that the app says with every call.
    public var timeZone: String?
    /// Whether time-sensitive and critical notifications come all the same; nil for no.
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

    /// What is said where neither the body nor the app says a time zone.
    public static let missingTimeZone = JSONShapeError(.missing, at: CodingKeys.timeZone)
}
