import CoreMetrics
import Models
import Synchronization

protocol MetricSeries: Sendable {
    func sample(_ name: MetricName) -> MetricSample
}

final class CounterSeries: MetricSeries, CounterHandler, FloatingPointCounterHandler {
    private let whole = Atomic<Int64>(0)
    /// Fractions are rare and kept apart, so that counting by whole numbers stays one instruction.
    private let fraction = Mutex(0.0)

    func increment(by amount: Int64) { whole.wrappingAdd(amount, ordering: .relaxed) }

    func increment(by amount: Double) { fraction.withLock { $0 += amount } }

    func reset() {
        whole.store(0, ordering: .relaxed)
        fraction.withLock { $0 = 0 }
    }

    func sample(_ name: MetricName) -> MetricSample {
        let value = Double(whole.load(ordering: .relaxed)) + fraction.withLock { $0 }
        return MetricSample(name: name.name, kind: .counter, labels: name.labels, value: value)
    }
}

final class GaugeSeries: MetricSeries, MeterHandler, RecorderHandler {
    private let bits = Atomic<UInt64>(0)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }
    func increment(by amount: Double) { add(amount) }
    func decrement(by amount: Double) { add(-amount) }

    func sample(_ name: MetricName) -> MetricSample {
        let value = Double(bitPattern: bits.load(ordering: .relaxed))
        return MetricSample(name: name.name, kind: .gauge, labels: name.labels, value: value)
    }

    private func add(_ amount: Double) {
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
    /// For durations: from a tenth of a millisecond to ten seconds.
    static let seconds = [
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]
    /// For anything else, such as sizes: powers of four from 1 to a million.
    static let amounts: [Double] = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576]

    private struct Observations {
        /// One count a bound, not cumulative, and last those above all bounds.
        var counts: [UInt64]
        var sum = 0.0
    }

    private let bounds: [Double]
    // Count and sum must agree in a snapshot, hence a lock; it is held for nanoseconds.
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
