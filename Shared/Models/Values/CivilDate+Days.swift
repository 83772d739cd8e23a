extension CivilDate {
    /// Nil for a date that does not exist, such as 30 February, or outside the years 1 to 9999.
    public init?(year: Int64, month: Int64, day: Int64) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        self.init(daysSince1970: CivilDate.days(year, month, day))
        // The day does not exist in this month if the result is in another one.
        guard self.month == month else { return nil }
    }

    public var daysSince1970: Int64 { CivilDate.days(year, month, day) }

    /// 0 for Monday to 6 for Sunday.
    public var weekday: Int { Int((daysSince1970 + 3).dividedDown(by: 7).remainder) }

    /// By the same cycle as `init(daysSince1970:)`, in which years begin in March.
    static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let (cycle, yearOfCycle) = (month <= 2 ? year - 1 : year).dividedDown(by: 400)
        let marchMonth = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
        return cycle * 146_097 + dayOfCycle - 719_468
    }
}
