@testable import Push

struct RecurrenceSample: Sendable, CustomTestStringConvertible {
    static let most = 7

    let start: LocalMoment
    let rule: String
    let occurrences: [LocalMoment]

    var testDescription: String { "\(start.text) \(rule)" }

    static let rules = read("recurrence-rules.txt")
    static let positions = read("recurrence-positions.txt")

    /// Two lines per sample: the start and the rule, and after `=` the occurrences, as `202612241800`.
    private static func read(_ name: String) -> [RecurrenceSample] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Interop/\(name)")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            preconditionFailure("\(name) cannot be read")
        }
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ") }
        return stride(from: 0, to: lines.count, by: 2)
            .map { place in
                RecurrenceSample(
                    start: moment(lines[place][0]), rule: String(lines[place][1]),
                    occurrences: lines[place + 1].dropFirst().map(moment))
            }
    }

    private static func moment(_ digits: Substring) -> LocalMoment {
        let parts = [4, 2, 2, 2, 2]
            .reduce(into: (rest: digits, parts: [Substring]())) { read, count in
                read.parts.append(read.rest.prefix(count))
                read.rest = read.rest.dropFirst(count)
            }
            .parts
        return LocalMoment("\(parts[0])-\(parts[1])-\(parts[2])T\(parts[3]):\(parts[4])")!
    }
}

@Suite("A recurrence rule") struct RecurrenceTests {
    private func recurrence(_ rule: String, _ start: String, _ zone: String = "UTC") throws -> Recurrence {
        Recurrence(
            rule: try RecurrenceRule(rule), start: try #require(LocalMoment(start)),
            zone: try #require(ZoneDatabase.system.rules(of: zone)))
    }

    private func first(_ count: Int, of recurrence: Recurrence, from moment: UnixTime) -> [LocalMoment] {
        var (found, last) = ([LocalMoment](), moment.adding(milliseconds: -1))
        while found.count < count, let next = recurrence.next(after: last) {
            found.append(LocalMoment(next, in: recurrence.zone))
            last = next
        }
        return found
    }

    @Test(
        "The occurrences of a rule equal those of other implementations",
        arguments: RecurrenceSample.rules + RecurrenceSample.positions)
    func samples(_ sample: RecurrenceSample) throws {
        let recurrence = try recurrence(sample.rule, sample.start.text)
        let expected = sample.occurrences
        let found = first(expected.count + 1, of: recurrence, from: sample.start.moment(in: .utc))
        #expect(Array(found.prefix(expected.count)) == expected)
        guard expected.count < RecurrenceSample.most, let more = found.dropFirst(expected.count).first else { return }
        #expect(more.minutes > sample.start.minutes + Recurrence.farthest * 1440)
        // The other implementations search no further.
        #expect(recurrence.rule.count.map { expected.count < $0 } != false)
    }

    @Test(
        "The next occurrence is the same from any moment",
        arguments: RecurrenceSample.rules.prefix(40) + RecurrenceSample.positions.prefix(40))
    func anyMoment(_ sample: RecurrenceSample) throws {
        let recurrence = try recurrence(sample.rule, sample.start.text)
        for (one, next) in zip(sample.occurrences, sample.occurrences.dropFirst()) {
            #expect(recurrence.next(after: one.moment(in: .utc)) == next.moment(in: .utc))
            let before = next.moment(in: .utc).adding(milliseconds: -1)
            #expect(recurrence.next(after: before) == next.moment(in: .utc))
        }
    }

    @Test("A rule keeps the local time when clocks change")
    func clockChanges() throws {
        let spring = try recurrence("FREQ=DAILY", "2026-03-28T02:30", "Europe/Paris")
        let from = spring.start.moment(in: spring.zone)
        #expect(
            first(3, of: spring, from: from).map(\.text) == [
                "2026-03-28T02:30", "2026-03-29T03:30", "2026-03-30T02:30",
            ])
        let autumn = try recurrence("FREQ=DAILY", "2026-10-24T02:30", "Europe/Paris")
        let second = try #require(autumn.next(after: autumn.start.moment(in: autumn.zone)))
        let third = try #require(autumn.next(after: second))
        #expect(third.rawValue - second.rawValue == 25 * 3_600_000)
        // Both times would be 03:30, which occurs once.
        let both = try recurrence("FREQ=DAILY;BYHOUR=2,3", "2026-03-29T00:30", "Europe/Paris")
        #expect(
            first(3, of: both, from: both.start.moment(in: both.zone)).map(\.text)
                == ["2026-03-29T03:30", "2026-03-30T02:30", "2026-03-30T03:30"])
    }

    @Test("BYSETPOS picks occurrences within each period")
    func positions() throws {
        let days = { (rule: String, start: String) throws in
            let recurrence = try recurrence(rule, start)
            return first(4, of: recurrence, from: recurrence.start.moment(in: .utc)).map(\.text)
        }
        #expect(
            try days("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "2026-10-31T09:00") == [
                "2026-11-30T09:00", "2026-12-31T09:00", "2027-01-29T09:00", "2027-02-26T09:00",
            ])
        // The first of the two is before the start, so the week of the start has none.
        #expect(
            try days("FREQ=WEEKLY;BYDAY=MO,WE;BYSETPOS=1", "2026-11-03T09:00") == [
                "2026-11-09T09:00", "2026-11-16T09:00", "2026-11-23T09:00", "2026-11-30T09:00",
            ])
        #expect(
            try days("FREQ=DAILY;BYHOUR=8,12,18;BYSETPOS=-1,1;COUNT=3", "2026-11-03T09:00") == [
                "2026-11-03T18:00", "2026-11-04T08:00", "2026-11-04T18:00",
            ])
        #expect(try days("FREQ=DAILY;BYHOUR=8,12;BYSETPOS=3", "2026-11-03T09:00").isEmpty)
    }

    @Test(
        "UNTIL includes its own moment (RFC 5545, section 3.3.10)",
        arguments: [("20261103T090000Z", [1, 2, 3]), ("20261103T085959Z", [1, 2])] as [(String, [Int64])])
    func until(_ until: String, _ days: [Int64]) throws {
        let recurrence = try recurrence("FREQ=DAILY;UNTIL=\(until)", "2026-11-01T09:00")
        let start = recurrence.start.moment(in: .utc)
        #expect(first(4, of: recurrence, from: start).map { $0.date.day } == days)
        let last = start.adding(seconds: Int64(days.count - 1) * 86_400)
        #expect(recurrence.latest(from: start, until: start.adding(seconds: 10 * 86_400)) == last)
    }

    @Test("Numbered and plain days may be combined")
    func mixedDays() throws {
        let recurrence = try recurrence("FREQ=MONTHLY;BYDAY=1MO,FR", "2026-11-01T09:00")
        #expect(
            first(5, of: recurrence, from: recurrence.start.moment(in: .utc)).map { $0.date.day } == [2, 6, 13, 20, 27])
    }

    @Test(
        "An invalid or unknown part is refused by its name",
        arguments: [
            ("", "rule must be parts"), ("FREQ", "rule must be parts"), ("INTERVAL=2", "needs a FREQ"),
            ("FREQ=HOURLY", "FREQ must be one of DAILY"), ("FREQ=MINUTELY", "FREQ"), ("FREQ=SECONDLY", "FREQ"),
            ("FREQ=DAILY;BYSECOND=1", "BYSECOND"), ("FREQ=YEARLY;BYWEEKNO=2", "BYWEEKNO"),
            ("FREQ=YEARLY;BYYEARDAY=2", "BYYEARDAY"), ("FREQ=MONTHLY;BYSETPOS=1", "BYSETPOS chooses among"),
            ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0", "BYSETPOS counts from 1"), ("FREQ=MONTHLY;SKIP=FORWARD", "SKIP"),
            ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367", "BYSETPOS"), ("FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=OMIT", "RSCALE"),
            ("FREQ=DAILY;RSCALE=GREGORIAN", "RSCALE"), ("FREQ=DAILY;X=1", "not known here: X"),
            ("FREQ=DAILY;INTERVAL=0", "INTERVAL"), ("FREQ=DAILY;INTERVAL=1001", "INTERVAL"),
            ("FREQ=DAILY;COUNT=0", "COUNT"), ("FREQ=DAILY;COUNT=2;UNTIL=20270101T000000Z", "not both"),
            ("FREQ=DAILY;UNTIL=20270101", "UNTIL"), ("FREQ=DAILY;UNTIL=20270230T000000Z", "UNTIL"),
            ("FREQ=DAILY;BYDAY=1MO", "BYDAY"), ("FREQ=MONTHLY;BYDAY=54MO", "BYDAY"), ("FREQ=DAILY;BYDAY=XX", "BYDAY"),
            ("FREQ=WEEKLY;BYMONTHDAY=1", "BYMONTHDAY"), ("FREQ=MONTHLY;BYMONTHDAY=0", "BYMONTHDAY"),
            ("FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY"), ("FREQ=DAILY;BYMONTH=13", "BYMONTH"),
            ("FREQ=DAILY;BYHOUR=24", "BYHOUR"), ("FREQ=DAILY;BYMINUTE=60", "BYMINUTE"), ("FREQ=DAILY;WKST=X", "WKST"),
            ("FREQ=DAILY;FREQ=DAILY", "twice"), ("FREQ=DAILY;", "rule must be parts"),
            ("FREQ=DAILY;BYHOUR=1,", "BYHOUR"),
        ])
    func refused(_ rule: String, _ text: String) throws {
        let error = #expect(throws: ServiceError.self) { try RecurrenceRule(rule) }
        #expect(
            error?.code == .invalidRequest && error?.field == "rule" && error?.message.contains(text) == true,
            "\(error?.message ?? "")")
    }

    @Test("Occurrences are at least five minutes apart, even over midnight")
    func often() throws {
        let start = try #require(LocalMoment("2026-11-01T00:00"))
        for (rule, isRight) in [
            ("BYMINUTE=0,5,10", true), ("BYMINUTE=0,4", false), ("BYHOUR=0,23;BYMINUTE=0,57", false),
            ("BYHOUR=0,23;BYMINUTE=0,55", true),
        ] {
            let rule = try RecurrenceRule("FREQ=DAILY;\(rule)")
            let isTaken = (try? rule.checkTimes(from: start)) != nil
            #expect(isTaken == isRight)
        }
    }

    @Test("A rule without occurrences has no next one")
    func never() throws {
        for rule in ["FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31"] {
            let recurrence = try recurrence(rule, "2026-11-01T00:00")
            #expect(recurrence.next(after: recurrence.start.moment(in: .utc)) == nil)
        }
    }

    @Test("The latest occurrence equals the last of all in order", arguments: ["", ";COUNT=400"])
    func latest(_ count: String) throws {
        let rule = "FREQ=DAILY;BYHOUR=1,2,3,20;BYMINUTE=0,30" + count
        let recurrence = try self.recurrence(rule, "2026-03-20T01:00", "Europe/Paris")
        let first = try #require(recurrence.next(after: .start.adding(seconds: -400 * 86_400)))
        for days in [0, 1, 20, 45, 300] as [Int64] {
            let until = first.adding(seconds: days * 86_400 + 5400)
            var last = first
            while let next = recurrence.next(after: last), next <= until { last = next }
            #expect(recurrence.latest(from: first, until: until) == last)
        }
    }
}
