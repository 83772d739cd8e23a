/// The last line of a tz file, which gives the rules for all later years: POSIX.1-2024, section 8.3, with the hours of
/// RFC 9636, section 3.3.1.
struct YearlyRules: Hashable, Sendable {
    /// The standard offset from UTC in seconds, positive to the east.
    private let standard: Int32
    private let summer: Summer?

    private struct Summer: Hashable {
        var offset: Int32
        var begin: Day
        var end: Day
    }

    fileprivate struct Day: Hashable {
        enum Form: Hashable {
            /// The day of a year without 29 February, 1 to 365.
            case ofCommonYear(Int64)
            /// The day of the year with 29 February, 0 to 365.
            case ofYear(Int64)
            /// A weekday (0 for Sunday) in a week of a month. Week 5 is the last week.
            case weekday(month: Int64, week: Int64, weekday: Int64)
        }

        var form: Form
        var seconds: Int64
    }

    /// Reads a text such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil for any other text.
    init?(_ text: some Sequence<UInt8>) {
        var rest = Array(text)[...]
        guard rest.takeName(), let west = rest.takeTime() else { return nil }
        standard = Int32(-west)
        guard !rest.isEmpty else {
            summer = nil
            return
        }
        guard rest.takeName() else { return nil }
        var offset = standard + 3600
        if rest.first != UInt8(ascii: ",") {
            guard let west = rest.takeTime() else { return nil }
            offset = Int32(-west)
        }
        guard rest.take(","), let begin = YearlyRules.day(&rest), rest.take(","), let end = YearlyRules.day(&rest),
            rest.isEmpty
        else { return nil }
        summer = Summer(offset: offset, begin: begin, end: end)
    }

    private static func day(_ rest: inout ArraySlice<UInt8>) -> Day? {
        let form: Day.Form
        if rest.take("M") {
            guard let month = rest.takeNumber(in: 1...12), rest.take("."), let week = rest.takeNumber(in: 1...5),
                rest.take("."), let weekday = rest.takeNumber(in: 0...6)
            else { return nil }
            form = .weekday(month: month, week: week, weekday: weekday)
        } else if rest.take("J") {
            guard let day = rest.takeNumber(in: 1...365) else { return nil }
            form = .ofCommonYear(day)
        } else {
            guard let day = rest.takeNumber(in: 0...365) else { return nil }
            form = .ofYear(day)
        }
        guard rest.take("/") else { return Day(form: form, seconds: 7200) }
        guard let seconds = rest.takeTime() else { return nil }
        return Day(form: form, seconds: seconds)
    }

    func offset(at second: Int64) -> Int32 {
        guard let summer else { return standard }
        return changes(around: second).last { $0.at <= second }?.offset ?? summer.offset
    }

    /// Returns the next change after a moment; nil if the clocks never change, such as in an endless summer time.
    func change(after second: Int64) -> Int64? {
        let offset = offset(at: second)
        return changes(around: second).first { $0.at > second && self.offset(at: $0.at) != offset }?.at
    }

    /// Returns the changes of the year before a moment, of the moment's own year, and of the two after it, in order.
    private func changes(around second: Int64) -> [(at: Int64, offset: Int32)] {
        guard let summer else { return [] }
        let year = CivilDate(daysSince1970: second.dividedDown(by: 86_400).quotient).year
        return (year - 1...year + 2)
            .flatMap { year in
                [
                    (at: summer.begin.second(of: year) - Int64(standard), offset: summer.offset),
                    (at: summer.end.second(of: year) - Int64(summer.offset), offset: standard),
                ]
            }
            .enumerated()
            // Of two changes at the same moment, the later one here applies: summers may follow each other.
            .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element)
    }
}

extension YearlyRules.Day {
    /// Returns the moment of the change in a year, in seconds since 1970 in local time.
    fileprivate func second(of year: Int64) -> Int64 {
        let newYear = CivilDate.days(year, 1, 1)
        let day: Int64
        switch form {
        case .ofCommonYear(let number):
            let isLeapYear = CivilDate.days(year + 1, 1, 1) - newYear == 366
            day = newYear + number - 1 + (isLeapYear && number > 59 ? 1 : 0)
        case .ofYear(let number): day = newYear + number
        case .weekday(let month, let week, let weekday):
            let first = CivilDate.days(year, month, 1)
            let next = month == 12 ? CivilDate.days(year + 1, 1, 1) : CivilDate.days(year, month + 1, 1)
            // The 4 is there because 1970-01-01 was a Thursday.
            let offset = (weekday - (first + 4).dividedDown(by: 7).remainder + 7).dividedDown(by: 7).remainder
            let wanted = first + offset + (week - 1) * 7
            day = wanted < next ? wanted : wanted - 7
        }
        return day * 86_400 + seconds
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard first == UInt8(ascii: character) else { return false }
        removeFirst()
        return true
    }

    /// Reads a zone's name: at least three letters, or other characters within `<` and `>`.
    fileprivate mutating func takeName() -> Bool {
        if take("<") {
            guard let end = firstIndex(of: UInt8(ascii: ">")) else { return false }
            self = self[(end + 1)...]
            return true
        }
        let name = prefix { ($0 | 0x20).isASCIILowercase }
        removeFirst(name.count)
        return name.count >= 3
    }

    fileprivate mutating func takeNumber(in range: ClosedRange<Int64>) -> Int64? {
        let digits = prefix(while: \.isASCIIDigit)
        guard (1...3).contains(digits.count), let number = Int64(String(decoding: digits, as: UTF8.self)) else {
            return nil
        }
        removeFirst(digits.count)
        return range.contains(number) ? number : nil
    }

    /// Reads hours, minutes and seconds with a sign, such as `-1` or `+5:30`. Returns seconds; nil for any other text.
    fileprivate mutating func takeTime() -> Int64? {
        let sign: Int64 = take("-") ? -1 : 1
        if sign > 0 { _ = take("+") }
        guard let hours = takeNumber(in: 0...167) else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] as [Int64] {
            guard take(":") else { break }
            guard let number = takeNumber(in: 0...59) else { return nil }
            seconds += number * unit
        }
        return sign * seconds
    }
}
