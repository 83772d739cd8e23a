import Models

struct Recurrence: Hashable, Sendable {
    let rule: RecurrenceRule
    /// The start, before which nothing occurs. The start itself is an occurrence only if the rule matches it.
    let start: LocalMoment
    let zone: ZoneRules

    /// The most days that a search covers.
    static let farthest: Int64 = 3653

    /// Returns the next occurrence; nil without an occurrence within `farthest` days of `moment`, or of the start.
    func next(after moment: UnixTime) -> UnixTime? {
        var next: UnixTime?
        visit(around: moment) { occurrence in
            if occurrence > moment { next = occurrence }
            return next == nil
        }
        return next
    }

    /// Returns the latest occurrence up to `moment`, or `first` without an occurrence. Visits each occurrence once.
    func latest(from first: UnixTime, until moment: UnixTime) -> UnixTime {
        var latest = first
        visit(around: first) { occurrence in
            if occurrence <= moment { latest = max(latest, occurrence) }
            return occurrence <= moment
        }
        return latest
    }

    /// Visits occurrences in order, beginning with some before `moment`, until the body returns false.
    private func visit(around moment: UnixTime, _ goesOn: (UnixTime) -> Bool) {
        // A skipped or repeated local time can differ from the wall clock by some hours.
        let from = LocalMoment(minutes: LocalMoment(moment, in: zone).minutes - 1440)
        var previous: UnixTime?
        for local in occurrences(around: rule.count == nil ? from : start, until: max(from, start)) {
            let occurrence = local.moment(in: zone)
            // The time that replaces a skipped local time may itself be an occurrence.
            defer { previous = max(occurrence, previous ?? occurrence) }
            if let previous, occurrence < previous.adding(seconds: RecurrenceRule.leastSpan * 60) { continue }
            guard occurrence <= rule.until ?? occurrence, goesOn(occurrence) else { return }
        }
    }

    /// Returns occurrences in local order: not before the start, and at most `farthest` days after `last`. With COUNT,
    /// the occurrences are counted from the start.
    private func occurrences(around moment: LocalMoment, until last: LocalMoment) -> some Sequence<LocalMoment> {
        let end = last.minutes + Recurrence.farthest * 1440
        let periods = RecurrencePeriods(rule: rule, start: start, from: moment)
        let times = rule.times(from: start)
        let starting = start
        let all = periods.lazy.prefix { $0.first * 1440 <= end }
            .flatMap { [rule] period in
                rule.places(outOf: period.days.count * times.count).map {
                    LocalMoment(minutes: period.days[$0 / times.count] * 1440 + times[$0 % times.count])
                }
            }
            .filter { $0 >= starting }
        return AnySequence(all.prefix(rule.count ?? Int.max))
    }
}

/// The periods of a rule, without an end: every `interval`-th period, beginning with the period of the start.
struct RecurrencePeriods: Sequence, IteratorProtocol {
    struct Period {
        /// The first day of the period, in days since 1970-01-01.
        var first: Int64
        var days: [Int64]
    }

    private let rule: RecurrenceRule
    private let start: CivilDate
    private var place: Int64

    /// Begins at a period.
    /// - Parameter moment: Periods that end before it may be skipped.
    init(rule: RecurrenceRule, start: LocalMoment, from moment: LocalMoment) {
        (self.rule, self.start) = (RecurrencePeriods.completed(rule, start.date), start.date)
        let (one, other) = (start.date, moment.date)
        let distance =
            switch rule.frequency {
            case .daily: other.daysSince1970 - one.daysSince1970
            case .weekly: (other.daysSince1970 - one.daysSince1970) / 7 - 1
            case .monthly: (other.year - one.year) * 12 + other.month - one.month
            case .yearly: other.year - one.year
            }
        place = Swift.max(0, distance / rule.interval) * rule.interval
    }

    mutating func next() -> Period? {
        defer { place += rule.interval }
        switch rule.frequency {
        case .daily: return period(start.daysSince1970 + place, count: 1)
        case .weekly:
            let before = (Int64(start.weekday) - Int64(rule.weekStart)).dividedDown(by: 7).remainder
            return period(start.daysSince1970 - before + place * 7, count: 7)
        case .monthly:
            let (year, month) = (start.year * 12 + start.month - 1 + place).dividedDown(by: 12)
            return period(Self.first(year, month + 1), count: Self.length(year, month + 1))
        case .yearly:
            let first = Self.first(start.year + place, 1)
            return period(first, count: Self.first(start.year + place + 1, 1) - first)
        }
    }

    private func period(_ first: Int64, count: Int64) -> Period {
        Period(first: first, days: (first..<first + count).filter { holds($0, first, count) })
    }

    /// Whether a day matches the rule. `first` and `count` are the days of its period.
    private func holds(_ day: Int64, _ first: Int64, _ count: Int64) -> Bool {
        let date = CivilDate(daysSince1970: day)
        guard rule.months.isEmpty || rule.months.contains(date.month) else { return false }
        if !rule.monthDays.isEmpty {
            let fromEnd = date.day - Self.length(date.year, date.month) - 1
            guard rule.monthDays.contains(date.day) || rule.monthDays.contains(fromEnd) else { return false }
        }
        guard !rule.weekdays.isEmpty else { return true }
        // In a yearly rule with months, an ordinal counts within the month.
        let isOfYear = rule.frequency == .yearly && rule.months.isEmpty
        let place = isOfYear ? day - first : date.day - 1
        let length = isOfYear ? count : Self.length(date.year, date.month)
        return rule.weekdays.contains { weekday in
            guard weekday.day == date.weekday else { return false }
            return weekday.ordinal == 0 || weekday.ordinal == Int(place / 7 + 1)
                || weekday.ordinal == -Int((length - 1 - place) / 7 + 1)
        }
    }

    /// Returns the rule with days. A rule without days gets the days of its start.
    private static func completed(_ rule: RecurrenceRule, _ start: CivilDate) -> RecurrenceRule {
        guard rule.weekdays.isEmpty, rule.monthDays.isEmpty else { return rule }
        var rule = rule
        switch rule.frequency {
        case .daily: break
        case .weekly: rule.weekdays = [RecurrenceRule.Weekday(day: start.weekday, ordinal: 0)]
        case .monthly: rule.monthDays = [start.day]
        case .yearly:
            rule.monthDays = [start.day]
            if rule.months.isEmpty { rule.months = [start.month] }
        }
        return rule
    }

    private static func first(_ year: Int64, _ month: Int64) -> Int64 {
        CivilDate(year: year, month: month, day: 1)?.daysSince1970 ?? 0
    }

    private static func length(_ year: Int64, _ month: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
