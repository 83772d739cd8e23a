public import CoreMetrics
public import Models
import Synchronization

/// The metrics of one service: a backend of swift-metrics whose values can be read at any time. Pass it to each metric
/// (`Counter(label: "…", factory: environment.metrics)`), so that services in one process are kept apart. Create metric objects
/// once and keep them: creating one takes a lock. Recorders and timers become histograms, timers in seconds; meters and
/// recorders that do not aggregate become gauges.
public final class MetricsRegistry: Sendable {
    private struct State {
        var series: [MetricName: any MetricSeries] = [:]
        var order: [MetricName] = []
        var refused: UInt64 = 0
        var sources: [Source] = []
    }

    /// Measures a value on demand. Returns nothing if it is unknown.
    public typealias Source = @Sendable () async -> [MetricSample]

    private let state = Mutex(State())
    private let maximumSeries: Int
    private let process: ProcessFacts?

    /// - Parameters:
    ///   - maximumSeries: The most combinations of label and dimensions. Further ones have no effect, so that a dimension with
    ///     endless values cannot fill the memory.
    ///   - process: Adds memory, time and descriptors of the process to each snapshot, in one of its services.
    public init(maximumSeries: Int = 2000, process: ProcessFacts? = nil) {
        self.maximumSeries = maximumSeries
        self.process = process
    }

    public func snapshot() -> [MetricSample] {
        let (series, refused) = state.withLock { state in
            (state.order.compactMap { name in state.series[name].map { (name, $0) } }, state.refused)
        }
        var samples = series.map { name, series in series.sample(name) }
        if refused > 0 {
            samples.append(
                MetricSample(
                    name: "balise_metrics_refused_series_total", kind: .counter, labels: [], value: Double(refused)))
        }
        if let process { samples += process.samples() }
        return samples
    }

    public func add(_ source: @escaping Source) { state.withLock { $0.sources.append(source) } }

    /// All metrics, including those that are measured on demand.
    public func read() async -> [MetricSample] {
        var samples = snapshot()
        for source in state.withLock({ $0.sources }) { samples += await source() }
        return samples
    }

    /// Nil above the limit, or if the name belongs to another kind of metric.
    private func series<Series: MetricSeries>(_ name: MetricName, _ make: () -> Series) -> Series? {
        state.withLock { state in
            if let existing = state.series[name] {
                guard let series = existing as? Series else {
                    state.refused += 1
                    return nil
                }
                return series
            }
            guard state.order.count < maximumSeries else {
                state.refused += 1
                return nil
            }
            let made = make()
            state.series[name] = made
            state.order.append(name)
            return made
        }
    }
}

extension MetricsRegistry: MetricsFactory {
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(MetricName(label, dimensions)) { CounterSeries() } ?? NOOPMetricsHandler.instance
    }

    public func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(MetricName(label, dimensions)) { CounterSeries() } ?? NOOPMetricsHandler.instance
    }

    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(MetricName(label, dimensions)) { GaugeSeries() } ?? NOOPMetricsHandler.instance
    }

    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        let name = MetricName(label, dimensions)
        guard aggregate else { return series(name) { GaugeSeries() } ?? NOOPMetricsHandler.instance }
        return series(name) { HistogramSeries(bounds: HistogramSeries.amounts) } ?? NOOPMetricsHandler.instance
    }

    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(MetricName(label, dimensions)) { HistogramSeries(bounds: HistogramSeries.seconds) }
            ?? NOOPMetricsHandler.instance
    }

    // A value belongs to its name and outlives the object that counted it.
    public func destroyCounter(_ handler: any CounterHandler) {}
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    public func destroyMeter(_ handler: any MeterHandler) {}
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    public func destroyTimer(_ handler: any TimerHandler) {}
}

/// The metric `balise_credential_end_seconds`: when credentials expire, by the name of their setting.
public enum CredentialEnds {
    public static let name = "balise_credential_end_seconds"

    /// - Parameter credential: The operator's name for it.
    public static func sample(_ credential: String, end: UnixTime) -> MetricSample {
        MetricSample(
            name: name, kind: .gauge, labels: [["credential", credential]], value: Double(end.rawValue) / 1000)
    }
}
