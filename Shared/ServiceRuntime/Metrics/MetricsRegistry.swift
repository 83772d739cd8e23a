public import CoreMetrics
public import Models
import Synchronization

/// The metrics of one service: a backend of swift-metrics whose values can be read at any time. Pass it to each metric
/// (`Counter(label: "…", factory: environment.metrics)`), so that services in one process are kept apart. Create
/// metric objects once and keep them: creating one takes a lock. Recorders and timers become histograms, timers in
/// seconds; meters and recorders that do not aggregate become gauges.
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

    /// Creates a registry.
    /// - Parameters:
    ///   - maximumSeries: The largest number of combinations of label and dimensions. Further combinations are only
    ///     counted, so that a dimension with endless values cannot fill the memory.
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

    /// Returns all metrics, including those that are measured on demand.
    public func read() async -> [MetricSample] {
        var samples = snapshot()
        for source in state.withLock({ $0.sources }) { samples += await source() }
        return samples
    }

    /// Finds or creates a series; nil above the limit, or if the name belongs to another kind of metric.
    private func series<Series: MetricSeries>(_ name: MetricName, _ make: () -> Series) -> Series? {
        state.withLock { state in
            if let series = state.series[name] as? Series { return series }
            guard state.series[name] == nil, state.order.count < maximumSeries else {
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

    // Nothing is destroyed, because a value belongs to its name and outlives the object that counted it.
    public func destroyCounter(_ handler: any CounterHandler) {}
    public func destroyMeter(_ handler: any MeterHandler) {}
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    public func destroyTimer(_ handler: any TimerHandler) {}
}

/// The metric `balise_credential_end_seconds`: when credentials expire, by the name of their setting.
public enum CredentialEnds {
    public static let name = "balise_credential_end_seconds"

    /// Creates the sample of a credential.
    /// - Parameter credential: The operator's name for the credential.
    public static func sample(_ credential: String, end: UnixTime) -> MetricSample {
        MetricSample(
            name: name, kind: .gauge, labels: [["credential", credential]], value: Double(end.rawValue) / 1000)
    }
}

protocol MetricSeries: Sendable {
    func sample(_ name: MetricName) -> MetricSample
}

final class CounterSeries: MetricSeries, CounterHandler {
    private let count = Atomic<Int64>(0)

    func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }

    func reset() { count.store(0, ordering: .relaxed) }

    func sample(_ name: MetricName) -> MetricSample {
        let value = Double(count.load(ordering: .relaxed))
        return MetricSample(name: name.name, kind: .counter, labels: name.labels, value: value)
    }
}

final class GaugeSeries: MetricSeries, MeterHandler, RecorderHandler {
    private let bits = Atomic<UInt64>(0)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }
    func decrement(by amount: Double) { increment(by: -amount) }

    func sample(_ name: MetricName) -> MetricSample {
        let value = Double(bitPattern: bits.load(ordering: .relaxed))
        return MetricSample(name: name.name, kind: .gauge, labels: name.labels, value: value)
    }

    func increment(by amount: Double) {
        var seen = bits.load(ordering: .relaxed)
        while true {
            let sum = (Double(bitPattern: seen) + amount).bitPattern
            let (exchanged, original) = bits.weakCompareExchange(expected: seen, desired: sum, ordering: .relaxed)
            if exchanged { return }
            seen = original
        }
    }
}

final class HistogramSeries: MetricSeries, TimerHandler, RecorderHandler {
    /// The histogram bounds for durations in seconds: from a tenth of a millisecond to ten seconds.
    static let seconds = [
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]
    /// The histogram bounds for other values, such as sizes: powers of four from 1 to a million.
    static let amounts: [Double] = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576]

    private struct Observations {
        /// The counts: one for each bound, and last the observations above all bounds. They are not cumulative.
        var counts: [UInt64]
        var sum = 0.0
    }

    private let bounds: [Double]
    // Count and sum must agree in a snapshot, so a lock guards both. It is held for nanoseconds.
    private let observations: Mutex<Observations>

    init(bounds: [Double]) {
        self.bounds = bounds
        observations = Mutex(Observations(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        guard value.isFinite else { return }
        var index = 0
        while index < bounds.count, value > bounds[index] { index += 1 }
        observations.withLock { observations in
            observations.counts[index] += 1
            observations.sum += value
        }
    }

    func sample(_ name: MetricName) -> MetricSample {
        let present = observations.withLock { $0 }
        var total: UInt64 = 0
        let cumulative = present.counts.map { count in
            total += count
            return total
        }
        return MetricSample(
            name: name.name, kind: .histogram, labels: name.labels, value: present.sum, bounds: bounds,
            counts: cumulative)
    }
}

/// A metric's name and dimensions, in the characters that the Prometheus text format allows.
struct MetricName: Hashable, Sendable {
    let name: String
    /// Pairs of name and value, sorted by name.
    let labels: [[String]]

    init(_ label: String, _ dimensions: [(String, String)]) {
        name = MetricName.allowed(label, alsoColon: true)
        labels =
            dimensions.map { [MetricName.allowed($0.0, alsoColon: false), $0.1] }
            .sorted { $0.lexicographicallyPrecedes($1) }
    }

    private static func allowed(_ text: String, alsoColon: Bool) -> String {
        let letters = text.unicodeScalars.map { scalar -> Character in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_": Character(scalar)
            case ":" where alsoColon: ":"
            default: "_"
            }
        }
        guard let first = letters.first else { return "_" }
        return (first.isNumber ? "_" : "") + String(letters)
    }
}
