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
    /// Whether time-sensitive and critical notifications come all the same.
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
