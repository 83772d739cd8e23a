import CoreMetrics
import Foundation
import Logging
import Synchronization

/// Sends spans in batches by OTLP/HTTP. Spans wait while the receiver cannot take them. New spans are dropped and
/// counted while the queue is full, as are batches that the receiver refuses.
final class SpanExporter: Sendable {
    static let dropped = "balise_tracing_dropped_spans_total"
    static let maximumWaiting = 2048
    private static let batchSize = 512
    private static let timeout = Duration.seconds(10)

    private let url: URL
    private let settings: TracingSettings
    private let web = WebClient(timeout: SpanExporter.timeout, largestBody: nil)
    private let waiting = Mutex<[EndedSpan]>([])
    private let isFailing = Mutex(false)
    private let signal = WorkSignal()
    private let dropped: Counter
    private let logger: Logger

    init(to endpoint: URL, _ settings: TracingSettings, metrics: any MetricsFactory, _ logger: Logger) {
        url = endpoint.appendingPathComponent("v1/traces")
        (self.settings, self.logger) = (settings, logger)
        dropped = Counter(label: SpanExporter.dropped, factory: metrics)
    }

    /// Creates a tracer whose spans are sent by this exporter.
    func makeTracer(random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }) -> RequestTracer {
        RequestTracer(ratio: settings.sampling, random: random) { self.append($0) }
    }

    private func append(_ span: EndedSpan) {
        let count = waiting.withLock { waiting -> Int? in
            guard waiting.count < SpanExporter.maximumWaiting else { return nil }
            waiting.append(span)
            return waiting.count
        }
        guard let count else { return dropped.increment() }
        // Only the span that completes a batch signals, so an unreachable receiver is not tried for each further span.
        if count == SpanExporter.batchSize { signal.signal() }
    }

    /// Sends after each pause, and when a batch is full, until the task is cancelled.
    func run(
        pausing pause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(5)) }
    ) async {
        await signal.run(pausing: pause) { await self.flush() }
    }

    /// Tries for at most a second to send the remaining spans. Call this when nothing more is traced.
    /// - Parameter running: The task of `run`.
    func close(ending running: Task<Void, Never>) async {
        running.cancel()
        await running.value
        _ = await valueWithin(.seconds(1)) { await self.flush() }
        await web.close()
    }

    /// Sends the waiting spans. Only one call may run at a time.
    func flush() async {
        while true {
            let batch = waiting.withLock { Array($0.prefix(SpanExporter.batchSize)) }
            guard !batch.isEmpty, await send(batch) else { return }
            waiting.withLock { $0.removeFirst(batch.count) }
        }
    }

    /// Sends a batch. Returns false if it must be sent again.
    private func send(_ batch: [EndedSpan]) async -> Bool {
        let headers = settings.headers.map { (name: $0.name, value: $0.value.value) }
        do {
            let body = try JSONEncoder().encode(SpanExport(batch))
            let answer = try await web.post([UInt8](body), as: "application/json", to: url, headers: headers)
            if (200..<300).contains(answer.status) {
                report(nil)
                return true
            }
            report("status \(answer.status)")
            // Answers with these statuses may be repeated (OTLP/HTTP, "Retryable Response Codes").
            if [429, 502, 503, 504].contains(answer.status) { return false }
        } catch let failure as WebClient.Failure {
            if !Task.isCancelled { report(failure.description) }
            return false
        } catch {
            report("\(type(of: error))")
        }
        dropped.increment(by: batch.count)
        return true
    }

    private func report(_ cause: String?) {
        let wasFailing = isFailing.withLock { isFailing in
            defer { isFailing = cause != nil }
            return isFailing
        }
        guard wasFailing != (cause != nil) else { return }
        guard let cause else { return logger.notice("spans are sent again") }
        logger.warning(
            "spans cannot be sent; check tracing.endpoint and tracing.headers", metadata: ["cause": .string(cause)])
    }
}
