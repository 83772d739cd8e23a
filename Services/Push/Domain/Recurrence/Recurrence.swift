// When something comes again.

import Models

/// A rule with its start and its time zone.
struct Recurrence: Hashable, Sendable {
    let rule: RecurrenceRule
    /// The first occurrence is not before; it is one itself where the rule holds for it.
    let start: LocalMoment
    let zone: ZoneRules

    /// How far ahead an occurrence is looked for, in days.
    static let farthest: Int64 = 3653

    /// The first occurrence after a moment; nil where there is none within `farthest` days of it, or of its start.
    func next(after moment: UnixTime) -> UnixTime? {
        var next: UnixTime?
        visit(around: moment) { occurrence in
            if occurrence > moment { next = occurrence }
            return next == nil
        }
        return next
    }

    /// The last occurrence up to a moment, of those behind another one; that one itself where there is none. Looks at each
    /// once, however many they are.
    func latest(from first: UnixTime, until moment: UnixTime) -> UnixTime {
        var latest = first
        visit(around: first) { occurrence in
            if occurrence <= moment { latest = max(latest, occurrence) }
            return occurrence <= moment
        }
        return latest
    }

    /// Shows occurrences in their order, from some that are before a moment on, as long as the body says so.
    private func visit(around moment: UnixTime, _ goesOn: (UnixTime) -> Bool) {
        // A time that was skipped or comes twice is up to some hours beside what clocks show.
        let from = LocalMoment(minutes: LocalMoment(moment, in: zone).minutes - 1440)
        var previous: UnixTime?
        for local in occurrences(around: rule.count == nil ? from : start, until: max(from, start)) {
            let occurrence = local.moment(in: zone)
            // The time behind a skipped one may be one of its own.
            defer { previous = max(occurrence, previous ?? occurrence) }
            if let previous, occurrence < previous.adding(seconds: RecurrenceRule.leastSpan * 60) { continue }
            guard occurrence <= rule.until ?? occurrence, goesOn(occurrence) else { return }
        }
    }

    /// The occurrences in their order by the clock, from the period of a moment on: not before the start, and at most
    /// `farthest` days after another one. Counted from there where the rule has a count.
    private func occurrences(
        around moment: LocalMoment, until last: LocalMoment
    ) -> some Sequence<LocalMoment> {
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
