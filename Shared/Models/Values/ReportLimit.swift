/// Limits repeated reports. The first report is due at once, then one report in each pause, with the number of
/// occurrences since the last. It has no lock and no clock: its owner guards it and passes the time.
public struct ReportLimit<Moment: Comparable & Sendable>: Sendable {
    /// The number of occurrences that are not yet reported.
    public private(set) var pending = 0
    private var quietUntil: Moment?

    public init() {}

    public func isQuiet(at now: Moment) -> Bool { quietUntil.map { $0 > now } ?? false }

    /// Counts occurrences. If a report is due, returns the number since the last, and allows no other before `end`.
    public mutating func record(_ amount: Int = 1, at now: Moment, quietUntil end: Moment) -> Int? {
        pending += amount
        return report(at: now, quietUntil: end)
    }

    /// Returns the number for a late report; nil during the pause, and if nothing occurred since the last report.
    public mutating func report(at now: Moment, quietUntil end: Moment) -> Int? {
        guard pending > 0, !isQuiet(at: now) else { return nil }
        defer { (pending, quietUntil) = (0, end) }
        return pending
    }
}
