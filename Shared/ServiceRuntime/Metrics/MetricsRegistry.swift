// Holds the metrics of one service, and hands out their present values.

public import CoreMetrics
public import Models
import Synchronization

/// The metrics of one service: a backend of swift-metrics whose values can be read at any time.
///
/// Pass it to each metric (`Counter(label: "…", factory: environment.metrics)`), so that services that share a process
/// are told apart. The same label and dimensions always lead to the same values. Metric objects are made once and kept:
/// making one takes a lock, using one does not wait.
///
/// Counters grow from the start of the process; recorders and timers become histograms, timers in seconds; meters and
/// recorders that do not aggregate become gauges.
public final class MetricsRegistry: Sendable {
    private struct State {
        var series: [MetricName: any MetricSeries] = [:]
        /// Names in the order of their making, so that a snapshot is stable.
        var order: [MetricName] = []
        var refused: UInt64 = 0
        var sources: [Source] = []
    }

    /// Measures what nobody counts as it happens, when somebody asks for it. Gives nothing where that cannot be told.
    public typealias Source = @Sendable () async -> [MetricSample]

    private let state = Mutex(State())
    private let maximumSeries: Int
    private let process: ProcessFacts?

    /// A registry without values.
    ///
    /// - Parameters:
    ///   - maximumSeries: The most combinations of label and dimensions; what comes later is counted as refused and
    ///     leads nowhere, so that a dimension with endless values cannot fill the memory.
    ///   - process: Adds memory, time and descriptors of the process to each snapshot. Of the services that share a
    ///     process one has it.
    public init(maximumSeries: Int = 2000, process: ProcessFacts? = nil) {
        self.maximumSeries = maximumSeries
        self.process = process
    }

    /// The present values of all metrics.
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

    /// Has a source asked by each `read`.
    public func add(_ source: @escaping Source) { state.withLock { $0.sources.append(source) } }

    /// The present values of all metrics, and of what has to be measured first.
    public func read() async -> [MetricSample] {
        var samples = snapshot()
        for source in state.withLock({ $0.sources }) { samples += await source() }
        return samples
    }

    /// The series called `name`, made by `make` when there is none; nil over the bound, or when the name belongs to
    /// another kind of metric.
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

    // A value belongs to its name and stays when the object that counted it goes.
    public func destroyCounter(_ handler: any CounterHandler) {}
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    public func destroyMeter(_ handler: any MeterHandler) {}
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    public func destroyTimer(_ handler: any TimerHandler) {}
}
