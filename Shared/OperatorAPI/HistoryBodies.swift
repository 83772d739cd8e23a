public import BaliseJSON
public import Foundation

/// Figures of the server over time: the answer of GET /history. They contain counts only.
public struct ServerHistory: JSONConvertible, Hashable {
    /// The time that each point covers, in seconds.
    public var secondsPerPoint: Int
    /// The beginning of the first point of the period, even if the server did not run then.
    public var since: Date
    /// The points, the oldest first. A point is missing if the edge did not run.
    public var points: [HistoryInterval]
    /// The sums of the time before `since`, which is as long as the time since then. It is nil if the figures do not
    /// reach back that far. Ways of signing in are one group.
    public var before: HistoryInterval?
    /// Whether the figures survive a restart. They do not if another edge has
    /// the same data folder, or if the folder is not writable.
    public var isKept: Bool

    public init(
        secondsPerPoint: Int, since: Date, points: [HistoryInterval], before: HistoryInterval? = nil, isKept: Bool
    ) {
        (self.secondsPerPoint, self.since) = (secondsPerPoint, since)
        (self.points, self.before, self.isKept) = (points, before, isKept)
    }

    /// The period that ends now. A longer period has longer points.
    public enum Period: String, CaseIterable, Sendable {
        case day, week, month
    }

    public enum Parameter: String, CaseIterable, Sendable {
        /// The period, for example `week`.
        case period
    }
}

/// The figures of one interval of a history.
public struct HistoryInterval: JSONConvertible, Hashable {
    /// The beginning of the interval.
    public var at: Date
    /// The requests at the edge, without those of operators.
    public var requests: Int
    /// The requests answered with a status from 400 to 499.
    public var refused: Int
    /// The requests answered with a status from 500.
    public var failed: Int
    /// The time within which half of all requests were answered, in milliseconds; nil without requests.
    public var medianMilliseconds: Double?
    /// The time within which 99 % of all requests were answered, in milliseconds; nil without requests. The longest
    /// time is 10,000, which also means longer.
    public var slowMilliseconds: Double?
    /// The successful sign-ins by way, without registrations.
    public var signIns: [HistoryCount]
    public var refusedSignIns: Int
    /// The accounts that were created one by one, without imports.
    public var newAccounts: Int
    /// The accounts that an import created.
    public var importedAccounts: Int
    /// The pushes by outcome: `sent`, `failed`, `expired` or `suppressed`.
    public var pushes: [HistoryCount]

    public init(
        at: Date, requests: Int, refused: Int, failed: Int, medianMilliseconds: Double? = nil,
        slowMilliseconds: Double? = nil, signIns: [HistoryCount], refusedSignIns: Int, newAccounts: Int,
        importedAccounts: Int, pushes: [HistoryCount]
    ) {
        (self.at, self.requests, self.refused, self.failed) = (at, requests, refused, failed)
        (self.medianMilliseconds, self.slowMilliseconds) = (medianMilliseconds, slowMilliseconds)
        (self.signIns, self.refusedSignIns) = (signIns, refusedSignIns)
        (self.newAccounts, self.importedAccounts, self.pushes) = (newAccounts, importedAccounts, pushes)
    }
}

/// A count within a point of a history. Counts of zero are left out.
public struct HistoryCount: JSONConvertible, Hashable {
    /// The way of signing in, or the outcome; nil for the ways that a caller with the scope `view` sees together.
    public var name: String?
    public var count: Int

    public init(name: String? = nil, count: Int) { (self.name, self.count) = (name, count) }
}
