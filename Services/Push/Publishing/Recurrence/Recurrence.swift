import Models

struct Recurrence: Hashable, Sendable {
    let rule: RecurrenceRule
    /// No occurrence is earlier. The start itself occurs only if the rule matches it.
    let start: LocalMoment
    let zone: ZoneRules

    /// In days.
    static let farthest: Int64 = 3653

    /// Nil without one within `farthest` days of `moment`, or of the start.
    func next(after moment: UnixTime) -> UnixTime? {
        var next: UnixTime?
        visit(around: moment) { occurrence in
            if occurrence > moment { next = occurrence }
            return next == nil
        }
        return next
    }

    /// Up to `moment`; `first` without one. Visits each occurrence once.
    func latest(from first: UnixTime, until moment: UnixTime) -> UnixTime {
        var latest = first
        visit(around: first) { occurrence in
            if occurrence <= moment { latest = max(latest, occurrence) }
            return occurrence <= moment
        }
        return latest
    }

    /// In order, beginning with some before `moment`, until the body returns false.
    private func visit(around moment: UnixTime, _ goesOn: (UnixTime) -> Bool) {
        // A skipped or repeated local time can differ from the wall clock by some hours.
        let from = LocalMoment(minutes: LocalMoment(moment, in: zone).minutes - 1440)
        var previous: UnixTime?
        for local in occurrences(around: rule.count == nil ? from : start, until: max(from, start)) {
            let occurrence = local.moment(in: zone)
            // The time after a skipped one may itself be an occurrence.
            defer { previous = max(occurrence, previous ?? occurrence) }
            if let previous, occurrence < previous.adding(seconds: RecurrenceRule.leastSpan * 60) { continue }
            guard occurrence <= rule.until ?? occurrence, goesOn(occurrence) else { return }
        }
    }

    /// In local order: not before the start, and at most `farthest` days after `last`. With COUNT they are counted from the
    /// start.
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
