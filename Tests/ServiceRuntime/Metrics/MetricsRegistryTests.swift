import CoreMetrics

@Suite("The metrics of a service", .timeLimit(.minutes(10))) struct MetricsRegistryTests {
    private let registry = MetricsRegistry()

    @Test("Counters with the same name and labels share one value, and labels are sorted")
    func counter() {
        let one = Counter(
            label: "balise_requests_total", dimensions: [("status", "200"), ("path", "/v1")], factory: registry)
        let same = Counter(
            label: "balise_requests_total", dimensions: [("path", "/v1"), ("status", "200")], factory: registry)
        one.increment()
        same.increment(by: 4)
        #expect(
            registry.snapshot() == [
                MetricSample(
                    name: "balise_requests_total", kind: .counter,
                    labels: [["path", "/v1"], ["status", "200"]], value: 5)
            ])
    }

    @Test("Other labels make another series, in the order of creation")
    func series() {
        for status in ["500", "200"] {
            Counter(label: "answers", dimensions: [("status", status)], factory: registry).increment()
        }
        #expect(registry.snapshot().map(\.labels) == [[["status", "500"]], [["status", "200"]]])
    }

    @Test("Meters, gauges and recorders that do not aggregate show the last value")
    func gauges() {
        let meter = Meter(label: "connections", factory: registry)
        meter.set(7)
        meter.increment(by: 3)
        meter.decrement(by: 0.5)
        Gauge(label: "bytes", factory: registry).record(12)
        #expect(registry.snapshot().map(\.value) == [9.5, 12])
        #expect(registry.snapshot().allSatisfy { $0.kind == .gauge })
    }

    @Test("A timer is a histogram in seconds, with cumulative counts")
    func timer() throws {
        let timer = Timer(label: "request_seconds", factory: registry)
        for milliseconds in [1, 2, 30, 30_000] { timer.recordMilliseconds(milliseconds) }
        let sample = try #require(registry.snapshot().first)
        #expect(sample.kind == .histogram)
        #expect(abs(sample.value - 30.033) < 1e-9)
        #expect(sample.counts.count == sample.bounds.count + 1)
        #expect(count(sample, upTo: 0.0005) == 0)
        #expect(count(sample, upTo: 0.001) == 1)
        #expect(count(sample, upTo: 0.0025) == 2)
        #expect(count(sample, upTo: 0.05) == 3)
        #expect(count(sample, upTo: 10) == 3)
        #expect(sample.counts.last == 4 && sample.bounds == sample.bounds.sorted())
    }

    @Test("A recorder is a histogram of amounts, without values that are no numbers")
    func recorder() throws {
        let recorder = Recorder(label: "batch", factory: registry)
        recorder.record(3)
        recorder.record(Double.nan)
        recorder.record(Double.infinity)
        let sample = try #require(registry.snapshot().first)
        #expect(sample.counts.last == 1 && sample.value == 3)
    }

    @Test("Names get only the characters that Prometheus allows")
    func names() {
        Counter(label: "http.requests-total", dimensions: [("a:b", "any thing")], factory: registry).increment()
        Counter(label: "5xx", factory: registry).increment()
        #expect(registry.snapshot().map(\.name) == ["http_requests_total", "_5xx"])
        #expect(registry.snapshot().first?.labels == [["a_b", "any thing"]])
    }

    @Test("Series above the limit are refused and counted")
    func bounded() {
        let small = MetricsRegistry(maximumSeries: 10)
        for user in 0..<1000 {
            Counter(label: "by_user", dimensions: [("user", "\(user)")], factory: small).increment()
        }
        let samples = small.snapshot()
        #expect(samples.count == 11 && samples.last?.name == "balise_metrics_refused_series_total")
        #expect(samples.last?.value == 990)
    }

    @Test("One name is one kind of metric")
    func kinds() {
        Counter(label: "x", factory: registry).increment(by: 2)
        Meter(label: "x", factory: registry).set(9)
        #expect(registry.snapshot().map(\.value) == [2, 1])
    }

    @Test("Concurrent counting loses nothing")
    func concurrent() async throws {
        let registry = registry
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let counter = Counter(label: "c", factory: registry)
                    let timer = Timer(label: "t", factory: registry)
                    let meter = Meter(label: "m", factory: registry)
                    for _ in 0..<10_000 {
                        counter.increment()
                        timer.recordNanoseconds(1000)
                        meter.increment()
                    }
                }
            }
        }
        let samples = registry.snapshot()
        #expect(samples.first { $0.name == "c" }?.value == 80_000)
        #expect(samples.first { $0.name == "t" }?.counts.last == 80_000)
        #expect(samples.first { $0.name == "m" }?.value == 80_000)
    }

    @Test("A process reports its memory, processor time, open files and start")
    func process() throws {
        let samples = MetricsRegistry(process: ProcessFacts(clock: SetClock.onLeapDay)).snapshot()
        func value(_ name: String) -> Double? { samples.first { $0.name == name }?.value }
        #expect(value("process_start_time_seconds") == 1_709_251_199.999)
        #expect(try #require(value("process_cpu_seconds_total")) > 0)
        #if os(Linux)
            #expect(try #require(value("process_resident_memory_bytes")) > 1_000_000)
            #expect(try #require(value("process_open_fds")) > 2)
        #endif
    }

    private func count(_ sample: MetricSample, upTo bound: Double) -> UInt64? {
        sample.bounds.firstIndex(of: bound).map { sample.counts[$0] }
    }
}
