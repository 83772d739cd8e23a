import Models

/// Which backups stay: the last backup of each day, week and month in UTC, for these numbers of days, weeks and months.
/// The current period counts; weeks begin on Monday.
public struct BackupRetention: Hashable, Sendable {
    public var daily: Int
    public var weekly: Int
    public var monthly: Int

    public init(daily: Int = 0, weekly: Int = 0, monthly: Int = 0) {
        (self.daily, self.weekly, self.monthly) = (daily, weekly, monthly)
    }

    /// The age from which every backup but the last is superfluous; nil if all backups stay.
    var span: Duration? {
        let days = max(daily, weekly * 7, monthly * 31)
        return days > 0 ? .seconds(days * 86_400) : nil
    }

    /// Returns the backups to remove, of all backups with these beginnings. The last backup always stays.
    func superfluous(among backups: some Collection<UnixTime>, at now: UnixTime) -> Set<UnixTime> {
        guard span != nil, let last = backups.max() else { return [] }
        var kept: Set<UnixTime> = [last]
        for (count, period) in [
            (daily, BackupRetention.day), (weekly, BackupRetention.week), (monthly, BackupRetention.month),
        ] {
            let present = period(now)
            let recent = backups.filter { period($0) > present - Int64(count) }
            kept.formUnion(Dictionary(recent.map { (period($0), $0) }, uniquingKeysWith: max).values)
        }
        return Set(backups).subtracting(kept)
    }

    private static func day(_ moment: UnixTime) -> Int64 { moment.rawValue.dividedDown(by: 86_400_000).quotient }

    /// Returns the number of the week since 1970. The 3 is there because 1970-01-01 was a Thursday.
    private static func week(_ moment: UnixTime) -> Int64 { (day(moment) + 3).dividedDown(by: 7).quotient }

    private static func month(_ moment: UnixTime) -> Int64 {
        let date = CivilDate(daysSince1970: day(moment))
        return date.year * 12 + date.month
    }
}
