@testable import Push

@Suite("Series of notifications", .timeLimit(.minutes(10)))
struct SeriesServiceTests {
    /// Begins at the full hour after the next, in UTC.
    private static func series(
        _ now: UnixTime, _ rule: String, _ audience: AudienceExpression = .everyone, kind: String = "OFFER"
    ) -> NotificationSeries {
        let hour = now.rawValue / 3_600_000 + 2
        return NotificationSeries(
            kind: kind, audience: audience, content: OutgoingNotification.sample(.everyone).content, rule: rule,
            start: LocalMoment(minutes: hour * 60), timeZone: "UTC")
    }

    private static func set(
        _ series: NotificationSeries, as name: String = "tips", by publisher: PublisherID = .sample,
        _ limits: PublishingLimits? = nil, isOperator: Bool? = true
    ) -> SetSeries {
        SetSeries(
            name: name, series: series, publisher: publisher, apiKey: APIKeyID("k1")!, limits: limits,
            isOperator: isOperator)
    }

    private static func occurrences(_ push: PushHarness) async throws -> [NotificationRecord] {
        try await push.send(ListNotifications(limit: 20, of: nil)).notifications.filter { $0.series != nil }.reversed()
    }

    @Test("Each occurrence is a notification for the audience at that time")
    func occur() async throws {
        try await PushHarness.run { push in
            try await push.person("ada")
            let series = Self.series(push.clock.now(), "FREQ=DAILY;COUNT=2")
            let record = try await push.send(Self.set(series))
            let first = series.start.moment(in: .utc)
            #expect(record.nextAt == first && record.series == series)
            try await push.passRound()
            #expect(try await Self.occurrences(push).isEmpty && push.gateway.sent.isEmpty)
            push.clock.set(first)
            #expect(await eventually { push.gateway.sent.count == 1 })
            let get = GetSeries(name: "tips", of: .sample)
            #expect(try await push.send(get).nextAt == first.adding(seconds: 86_400))
            try await push.person("ben")
            push.clock.set(first.adding(seconds: 86_400))
            #expect(await eventually { push.gateway.sent.count == 3 })
            let found = try await Self.occurrences(push)
            #expect(found.map(\.series) == ["tips", "tips"] && found.map(\.recipients) == [1, 2])
            #expect(found.map(\.notification.startsAt) == [first, first.adding(seconds: 86_400)])
            #expect(try await push.send(get).nextAt == nil)
        }
    }

    @Test("Setting an equal series changes nothing, and a due occurrence still begins")
    func same() async throws {
        try await PushHarness.runWithoutLooking { push in
            var series = Self.series(push.clock.now(), "FREQ=DAILY")
            series.content.data = #"{"a":1,"b":2}"#
            let made = try await push.send(Self.set(series))
            let nextDay = { (moment: UnixTime?) in moment?.adding(seconds: 86_400) }
            push.clock.set(series.start.moment(in: .utc).adding(seconds: 5))
            series.content.data = #"{ "b": 2, "a": 1 }"#
            let again = try await push.send(Self.set(series))
            // The due occurrence may have begun before the answer.
            #expect(again.changedAt == made.changedAt && [made.nextAt, nextDay(made.nextAt)].contains(again.nextAt))
            #expect(try await push.send(GetSeries(name: "tips", of: .sample)).changedAt == made.changedAt)
            series.content.data = #"{"a":1,"b":3}"#
            let changed = try await push.send(Self.set(series))
            #expect(changed.changedAt == push.clock.now() && changed.nextAt == nextDay(made.nextAt))
        }
    }

    @Test("After a restart several missed occurrences become one")
    func restart() async throws {
        let (folder, clock) = (try TemporaryFolder(), SetClock())
        let series = Self.series(clock.now(), "FREQ=DAILY")
        let first = series.start.moment(in: .utc)
        try await PushHarness.run(clock: clock, in: folder) { push in
            try await push.person("ada")
            _ = try await push.send(Self.set(series))
        }
        clock.advance(seconds: 3 * 86_400)
        try await PushHarness.run(clock: clock, in: folder) { push in
            #expect(await eventually { push.gateway.sent.count == 1 })
            try await push.passRound()
            let found = try await Self.occurrences(push)
            #expect(found.map(\.notification.startsAt) == [first.adding(seconds: 2 * 86_400)])
            let next = try await push.send(GetSeries(name: "tips", of: .sample)).nextAt
            #expect(next == first.adding(seconds: 3 * 86_400))
        }
    }

    @Test("Only its publisher may change or end a series")
    func change() async throws {
        try await PushHarness.run { push in
            let (ada, other) = (try await push.person("ada"), PublisherID("other")!)
            let series = Self.series(push.clock.now(), "FREQ=DAILY")
            let first = series.start.moment(in: .utc)
            _ = try await push.send(Self.set(series))
            _ = try await push.send(Self.set(series, by: other))
            _ = try await push.send(EndSeries(name: "tips", of: other))
            #expect(try await push.refusal(of: GetSeries(name: "tips", of: other)) == .notFound)
            #expect(try await push.refusal(of: EndSeries(name: "tips", of: other)) == .notFound)
            push.clock.set(first)
            #expect(await eventually { push.gateway.sent.count == 1 })
            var later = series
            (later.rule, later.audience) = ("FREQ=DAILY;INTERVAL=3", .accounts([ada]))
            #expect(try await push.send(Self.set(later)).nextAt == first.adding(seconds: 3 * 86_400))
            #expect(try await Self.occurrences(push).map(\.notification.audience) == [.everyone])
            _ = try await push.send(Self.set(later, as: "a"))
            let page = try await push.send(ListSeries(limit: 1, of: .sample))
            #expect(page.series.map(\.name) == ["a"] && page.hasMore)
            let rest = try await push.send(ListSeries(after: "a", limit: 1, of: .sample))
            #expect(rest.series.map(\.name) == ["tips"] && !rest.hasMore)
            _ = try await push.send(Self.set(series, by: other))
            let all = try await push.send(ListSeries(limit: 2, of: nil))
            #expect(all.series.map { "\($0.publisher?.text ?? "") \($0.name)" } == ["other tips", "publisher a"])
            #expect(all.hasMore)
            let behind = try await push.send(ListSeries(after: "a", afterPublisher: .sample, limit: 2, of: nil))
            #expect(behind.series.map(\.name) == ["tips"] && !behind.hasMore)
            _ = try await push.send(EndSeries(name: "tips", of: other))
            for name in ["a", "tips"] { _ = try await push.send(EndSeries(name: name, of: .sample)) }
            push.clock.advance(seconds: 4 * 86_400)
            try await push.passRound()
            #expect(push.gateway.sent.count == 1)
        }
    }

    @Test("Occurrences begin no faster than the rate of their key")
    func rates() async throws {
        try await PushHarness.run { push in
            let series = Self.series(push.clock.now(), "FREQ=DAILY")
            try await push.person("ada")
            let limits = PublishingLimits(perMinute: 1)
            for name in ["one", "two"] { _ = try await push.send(Self.set(series, as: name, limits, isOperator: nil)) }
            push.clock.set(series.start.moment(in: .utc))
            #expect(await eventually { push.gateway.sent.count == 1 })
            try await push.passRound()
            #expect(try await eventually { Set(try await Self.occurrences(push).map(\.state)) == [.done, .scheduled] })
            push.clock.advance(seconds: 60)
            #expect(await eventually { push.gateway.sent.count == 2 })
        }
    }

    @Test("A series without occurrences, or with invalid content, is refused")
    func refused() async throws {
        try await PushHarness.run { push in
            let now = push.clock.now()
            let right = Self.series(now, "FREQ=DAILY")
            var zone = right
            zone.timeZone = "Europe/Nowhere"
            var far = right
            far.start = LocalMoment(minutes: right.start.minutes + 367 * 1440)
            var old = Self.series(now, "FREQ=DAILY;COUNT=10000")
            old.start = try #require(LocalMoment("0001-01-01T00:00"))
            var empty = right
            empty.content.texts = [NotificationText(language: "en")]
            for wrong in [
                Self.series(now, "FREQ=HOURLY"), Self.series(now, "FREQ=DAILY;BYMINUTE=0,1"),
                Self.series(now, "FREQ=DAILY;UNTIL=20200101T000000Z"), Self.series(now, "FREQ=DAILY", kind: "none"),
                Self.series(now, "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30"), zone, far, old, empty,
            ] {
                let refusal = try await push.refusal(of: Self.set(wrong))
                #expect(refusal == .invalidRequest, "\(wrong.rule)")
            }
            let refusal = try await push.refusal(of: Self.set(right, as: "a b"))
            #expect(refusal == .invalidRequest)
            let limits = PublishingLimits(kinds: ["EVENT"])
            #expect(try await push.refusal(of: Self.set(right, limits, isOperator: nil)) == .forbidden)
        }
    }

    @Test("A revoked key ends its series, even one that was being stored")
    func revoked() async throws {
        try await PushHarness.run { push in
            try await push.person("ada")
            let series = Self.series(push.clock.now(), "FREQ=DAILY")
            _ = try await push.send(Self.set(series, as: "former"))
            var other = Self.set(series, as: "present")
            other.apiKey = APIKeyID("k2")!
            _ = try await push.send(other)
            try await push.sessions.remove(CredentialChange.apiKey(APIKeyID("k1")!).key)
            func next(_ name: String) async throws -> UnixTime? {
                try await push.send(GetSeries(name: name, of: .sample)).nextAt
            }
            #expect(try await eventually { try await next("former") == nil })
            _ = try await push.send(Self.set(series, as: "late"))
            push.clock.set(series.start.moment(in: .utc))
            #expect(try await eventually { try await next("late") == nil })
            #expect(await eventually { push.gateway.sent.count == 1 })
            #expect(try await Self.occurrences(push).map(\.series) == ["present"])
            #expect(try await next("present") != nil)
        }
    }
}
