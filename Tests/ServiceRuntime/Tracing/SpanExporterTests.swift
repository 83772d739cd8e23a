import Fakes
import Tracing

@testable import ServiceRuntime

@Suite("The export of spans", .timeLimit(.minutes(10))) struct SpanExporterTests {
    @Test("posts JSON with the fields of the settings, a batch at a time")
    func batches() async throws {
        try await FakeReceiver.run { receiver in
            let exporter = exporter(to: receiver, MetricsRegistry())
            record(600, to: exporter)
            await exporter.flush()
            let calls = receiver.calls
            #expect(calls.map(\.path) == ["/v1/traces", "/v1/traces"])
            #expect(calls.allSatisfy { $0.headers["content-type"] == "application/json" })
            #expect(calls.allSatisfy { $0.headers["authorization"] == "Bearer abc" && $0.headers["x-tenant"] == "a" })
            let spans = try receiver.spans()
            #expect(spans.map(\.name) == (0..<600).map { "span-\($0)" })
            await close(exporter)
        }
    }

    @Test(
        "keeps what the receiver cannot take now, and drops what it refuses",
        arguments: [(503, 0), (400, 1)] as [(UInt, Double)])
    func refusal(status: UInt, dropped: Double) async throws {
        try await FakeReceiver.run(.status(status)) { receiver in
            let metrics = MetricsRegistry()
            let exporter = exporter(to: receiver, metrics)
            record(1, to: exporter)
            await exporter.flush()
            #expect(count(metrics) == dropped)
            await exporter.flush()
            #expect(receiver.calls.count == (dropped == 0 ? 2 : 1))
            await close(exporter)
        }
    }

    @Test("drops and counts what exceeds the queue, and sends the rest")
    func bound() async throws {
        try await FakeReceiver.run { receiver in
            let metrics = MetricsRegistry()
            let exporter = exporter(to: receiver, metrics)
            record(SpanExporter.maximumWaiting + 3, to: exporter)
            #expect(count(metrics) == 3)
            await exporter.flush()
            let spans = try receiver.spans()
            #expect(spans.count == SpanExporter.maximumWaiting)
            await close(exporter)
        }
    }

    @Test(
        "refuses header fields that are malformed without showing them", arguments: ["secret", "=secret", "a b=secret"])
    func headers(text: String) throws {
        let error = #expect(throws: SettingsError.self) {
            try Settings.load(arguments: [], environment: ["BALISE_TRACING_HEADERS": text])
        }
        #expect(error?.description.contains("secret") == false)
    }

    private func exporter(to receiver: FakeReceiver, _ metrics: MetricsRegistry) -> SpanExporter {
        var settings = Settings().tracing
        settings.headers = [
            TracingSettings.Header(name: "Authorization", value: Secret("Bearer abc")),
            TracingSettings.Header(name: "X-Tenant", value: Secret("a")),
        ]
        return SpanExporter(
            to: receiver.url(""), settings, metrics: metrics, Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func record(_ amount: Int, to exporter: SpanExporter) {
        let tracer = exporter.makeTracer()
        for number in 0..<amount { tracer.startSpan("span-\(number)", context: .topLevel).end() }
    }

    private func close(_ exporter: SpanExporter) async { await exporter.close(ending: Task {}) }

    private func count(_ metrics: MetricsRegistry) -> Double? {
        metrics.snapshot().first { $0.name == SpanExporter.dropped }?.value
    }
}
