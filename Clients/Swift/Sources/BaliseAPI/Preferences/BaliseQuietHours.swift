// What all calls of notification-preferences/quiet-hours answer.

public import BaliseJSON

/// When a person is left in peace; all members are nil where there are no quiet hours.
public struct BaliseQuietHours: JSONConvertible, Hashable {
    /// The first quiet minute.
    @Nullable public var start: BaliseTimeOfDay?
    /// The first minute that is not quiet; before `start` where the night lies between.
    @Nullable public var end: BaliseTimeOfDay?
    /// Whose clock counts, for example `Europe/Paris`.
    @Nullable public var timeZone: String?

    /// Makes a body of these members; nil is said as `null`.
    public init(start: BaliseTimeOfDay? = nil, end: BaliseTimeOfDay? = nil, timeZone: String? = nil) {
        self.start = start
        self.end = end
        self.timeZone = timeZone
    }
}
