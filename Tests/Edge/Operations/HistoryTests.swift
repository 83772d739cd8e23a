import OperatorAPI

@testable import Edge

@Suite("The history of the server", .timeLimit(.minutes(10))) struct HistoryTests {
    private let clock = SetClock(UnixTime(milliseconds: 1_772_366_400_000))

    /// The counters of auth-session, which began at a time.
    private static func counters(_ signIns: [String: Int], refused: Int = 0, began: UnixTime? = nil) -> [MetricSample] {
        func signIn(_ method: String, _ outcome: String, _ count: Int) -> MetricSample {
            MetricSample(
                name: "balise_auth_session_sign_ins_total", kind: .counter,
                labels: [["method", method], ["outcome", outcome]], value: Double(count))
        }
        var samples = signIns.map { signIn($0.key, "success", $0.value) }
        samples.append(signIn("password", "INVALID_CREDENTIALS", refused))
        if let began {
            samples.append(
                MetricSample(
                    name: "process_start_time_seconds", kind: .gauge, labels: [],
                    value: Double(began.rawValue) / 1000))
        }
        return samples
    }

    private final class Counted: Sendable {
        let samples = Mutex<[MetricSample]>([])
        func set(_ new: [MetricSample]) { samples.withLock { $0 = new } }
    }

    private func makeRecorder(_ counted: Counted, file: URL? = nil) -> HistoryRecorder {
        let services = ScriptedServices().answering(ReadMetrics.self) { _ in
            ReadMetrics.Reply(metrics: counted.samples.withLock { $0 })
        }
        let health = ServiceHealth(
            services: services, peers: [.authSession: []], readiness: Readiness(), metrics: MetricsRegistry())
        return HistoryRecorder(health, file: file, clock: clock)
    }

    private func signIns(_ recorder: HistoryRecorder, _ period: ServerHistory.Period = .day) async -> [[Int]] {
        await recorder.history(of: period, combinesSmall: false).points.map { $0.signIns.map(\.count) }
    }

    @Test("A point has what was counted since the last reading, also after a counter began again")
    func differences() async {
        let counted = Counted()
        let recorder = makeRecorder(counted)
        counted.set(Self.counters(["apple": 100], began: clock.now().adding(seconds: -86_400)))
        await recorder.record()
        counted.set(Self.counters(["apple": 104], refused: 3))
        await recorder.record()
        clock.advance(seconds: 1800)
        counted.set(Self.counters(["apple": 2]))
        let history = await recorder.history(of: .day, combinesSmall: false)
        #expect(history.points.map(\.signIns) == [4, 2].map { [HistoryCount(name: "apple", count: $0)] })
        #expect(history.points.map(\.refusedSignIns) == [3, 0] && history.secondsPerPoint == 1800)
        #expect(history.since == clock.now().adding(seconds: -47 * 1800).date && !history.isKept)
    }

    @Test("What a process counted before the first reading is a point only if the process has just started")
    func beginning() async {
        for (age, expected) in [(60, [[7]]), (3600, [[]])] as [(Int64, [[Int]])] {
            let counted = Counted()
            counted.set(Self.counters(["passkey": 7], began: clock.now().adding(seconds: -age)))
            let points = await signIns(makeRecorder(counted))
            #expect(points == expected)
        }
    }

    @Test("Imported accounts are counted apart from those that were created one by one")
    func imports() async {
        let counted = Counted()
        let counts = [("created", 2.0), ("imported", 300)]
        let samples = counts.map { name, count in
            MetricSample(name: "balise_identity_accounts_\(name)_total", kind: .counter, labels: [], value: count)
        }
        counted.set(Self.counters([:], began: clock.now()) + samples)
        let point = await makeRecorder(counted).history(of: .day, combinesSmall: false).points.last
        #expect(point?.newAccounts == 2 && point?.importedAccounts == 300)
    }

    @Test("Requests of apps are counted by status with their times, and those of operators are not")
    func requests() async {
        let answered = [("api", 200, 97), ("miataru", 404, 2), ("api", 503, 1), ("operations", 500, 9)]
        let bounds = HistoryCounts.bounds.map { $0 / 1000 }
        let counts: [UInt64] = bounds.map { $0 < 0.002 ? 0 : 98 }
        var samples = Self.counters([:], began: clock.now())
        for (api, status, count) in answered {
            samples.append(
                MetricSample(
                    name: "balise_http_requests_total", kind: .counter,
                    labels: [["api", api], ["call", "c"], ["status", "\(status)"]], value: Double(count)))
        }
        samples.append(
            MetricSample(
                name: "balise_http_request_duration_seconds", kind: .histogram, labels: [], value: 1, bounds: bounds,
                counts: counts + [100]))
        let counted = Counted()
        counted.set(samples)
        let point = await makeRecorder(counted).history(of: .week, combinesSmall: false).points.last
        #expect(point?.requests == 100 && point?.refused == 2 && point?.failed == 1)
        #expect(point?.medianMilliseconds == 2.5 && point?.slowMilliseconds == 10_000)
    }

    @Test("The sums of the time before are known once the figures reach back that far")
    func before() async {
        for (halfHours, expected) in [(93, nil), (94, [HistoryCount(count: 5)])] as [(Int64, [HistoryCount]?)] {
            let counted = Counted()
            let recorder = makeRecorder(counted)
            counted.set(Self.counters(["apple": 3, "password": 2], refused: 1, began: clock.now()))
            await recorder.record()
            clock.advance(seconds: halfHours * 1800)
            counted.set(Self.counters(["apple": 10, "password": 2], refused: 1))
            let history = await recorder.history(of: .day, combinesSmall: false)
            #expect(history.before?.signIns == expected)
            #expect(history.before.map(\.refusedSignIns) == expected.map { _ in 1 })
            #expect(history.points.map(\.signIns) == [[HistoryCount(name: "apple", count: 7)]])
        }
    }

    @Test("The bounds of times are bounds of the timers")
    func bounds() {
        let metrics = MetricsRegistry()
        _ = EdgeMetrics(metrics)
        let known = metrics.snapshot()[0].bounds.map { $0 * 1000 }
        for bound in HistoryCounts.bounds { #expect(known.contains { abs($0 - bound) < 0.001 }, "\(bound)") }
    }

    @Test("Rare ways of signing in are one group for a caller who may not see small counts")
    func smallGroups() async {
        let counted = Counted()
        counted.set(Self.counters(["password": 10, "apple": 1, "issuer": 3], began: clock.now()))
        let point = await makeRecorder(counted).history(of: .month, combinesSmall: true).points.last
        #expect(point?.signIns == [HistoryCount(name: "password", count: 10), HistoryCount(count: 4)])
    }

    @Test("A restart keeps the figures, and counts nothing twice")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent(HistoryRecorder.fileName)
        let counted = Counted()
        counted.set(Self.counters(["apple": 5], began: clock.now()))
        let first = makeRecorder(counted, file: file)
        await first.record()
        // Another process in the folder records for itself.
        let beside = await makeRecorder(counted, file: file).history(of: .day, combinesSmall: false)
        let own = await signIns(first)
        #expect(!beside.isKept && own == [[5]])
        let copy = folder.url.appendingPathComponent("copy")
        try FileManager.default.copyItem(at: file, to: copy)
        clock.advance(seconds: 3600)
        let second = makeRecorder(counted, file: copy)
        await second.record()
        counted.set(Self.counters(["apple": 6]))
        let history = await second.history(of: .day, combinesSmall: false)
        #expect(history.isKept && history.points.map { $0.signIns.map(\.count) } == [[5], [1]])
    }

    @Test("The file has a bounded size, and is read in full")
    func size() {
        var (figures, counts) = (HistoryFigures(), HistoryCounts())
        for column in HistoryCounts.columns { counts[column] = .max }
        for step in 0..<Int64(70 * 24 * 12) { figures.add(counts, at: 1_800_000_000 + step * 300) }
        figures.readAt = 1_800_000_000
        #expect(figures.minutes.rows.count == 588 && figures.hours.rows.count == 1464)
        #expect(figures.text.utf8.count < HistoryFigures.maximumLength)
        #expect(HistoryFigures(figures.text) == figures)
    }

    @Test("Broken lines, and columns of another version, are left out")
    func tolerance() {
        let text = "columns requests future push-sent\nread x\n300 1800000000 3 4 5\n300 1800000300 3\nnothing\n"
        let rows = HistoryFigures(text).minutes.rows
        #expect(rows.count == 1 && rows.first?.counts["requests"] == 3 && rows.first?.counts["push-sent"] == 5)
    }

    @Test("A clock that was set back leaves no points of the future")
    func clockSetBack() {
        var span = HistorySpan(secondsPerRow: 300, maximumRows: 4)
        for moment in [90_000, 3000, 3299] as [Int64] { span.add(HistoryCounts(), at: moment) }
        #expect(span.rows.map(\.start) == [3000])
    }

    @Test("An operator reads a period, and another word is refused")
    func call() async throws {
        let services = ScriptedServices().answering(ReadMetrics.self) { _ in ReadMetrics.Reply(metrics: []) }
        try await withOperations(services) { edge async throws in
            let answer = try await edge.request("GET", "/history?period=month")
            #expect(answer.status == 200 && answer.body.hasPrefix(#"{"secondsPerPoint":43200,"since":""#))
            #expect(answer.body.contains(#""requests":0,"refused":0,"failed":0,"signIns":[]"#))
            let refused = try await edge.request("GET", "/history?period=year")
            #expect(refused.status == 400 && refused.body.contains("one of: day, week, month"))
        }
    }
}
