// Keeps what happens again and again from filling the log.

/// Counts the reasons to report something: the first is reported at once, then one report is due in each pause, with
/// the number since the last. A plain value: its owner guards it and tells it the time.
public struct ReportLimit<Moment: Comparable & Sendable>: Sendable {
    /// How many reasons have not been reported.
    public private(set) var pending = 0
    private var quietUntil: Moment?

    /// Nothing has been counted or reported.
    public init() {}

    /// Whether no report is allowed yet.
    public func isQuiet(at now: Moment) -> Bool { quietUntil.map { $0 > now } ?? false }

    /// Counts `amount` reasons. Gives how many there were since the last report when one is due now, after which none
    /// is until `end`.
    public mutating func record(_ amount: Int = 1, at now: Moment, quietUntil end: Moment) -> Int? {
        pending += amount
        return report(at: now, quietUntil: end)
    }

    /// Gives how many reasons there were since the last report, if there were any and the pause is over.
    public mutating func report(at now: Moment, quietUntil end: Moment) -> Int? {
        guard pending > 0, !isQuiet(at: now) else { return nil }
        defer { (pending, quietUntil) = (0, end) }
        return pending
    }
}
