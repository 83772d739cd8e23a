extension UnixTime {
    /// Such as `2026-01-31 12:00 UTC`.
    public var utcText: String {
        let (days, time) = rawValue.dividedDown(by: 86_400_000)
        let date = CivilDate(daysSince1970: days)
        func digits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let clock = "\(digits(time / 3_600_000)):\(digits(time / 60_000 % 60))"
        return "\(date.year)-\(digits(date.month))-\(digits(date.day)) \(clock) UTC"
    }
}
