/// Asks a service for the current values of all its metrics. The edge sends it to every replica for GET /metrics.
public struct ReadMetrics: IdempotentRequest {
    public static let code = MessageCode(common: 3)

    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
        public var metrics: [MetricSample]

        enum CodingKeys: Int, CodingKey { case metrics = 0 }

        public init(metrics: [MetricSample]) { self.metrics = metrics }
    }
}

/// A metric's value at one moment, in the shapes of the Prometheus text format.
public struct MetricSample: Codable, Hashable, Sendable {
    public enum Kind: UInt8, Codable, Sendable {
        /// Only increases, from 0 at the start of the process.
        case counter = 0
        case gauge
        /// Counts of observations by upper bound, with their sum.
        case histogram
    }

    /// For example `balise_requests_total`.
    public var name: String
    public var kind: Kind
    /// Label names and values, sorted by name.
    public var labels: [[String]]
    /// The value of a counter or gauge; the sum of a histogram. The name contains the unit.
    public var value: Double
    /// A histogram's upper bounds, ascending; empty otherwise.
    public var bounds: [Double]
    /// The observations at or below each bound, cumulative, and finally all; empty otherwise.
    public var counts: [UInt64]

    enum CodingKeys: Int, CodingKey { case name = 0, kind, labels, value, bounds, counts }

    public init(
        name: String, kind: Kind, labels: [[String]], value: Double, bounds: [Double] = [], counts: [UInt64] = []
    ) {
        (self.name, self.kind, self.labels) = (name, kind, labels)
        (self.value, self.bounds, self.counts) = (value, bounds, counts)
    }
}
