// How the edge collects what the services measure.

/// Asks a service for the present values of all its metrics.
public struct ReadMetrics: Request {
    public static let code = MessageCode(common: 3)
    public static let isIdempotent = true

    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
        public var metrics: [MetricSample]

        enum CodingKeys: Int, CodingKey { case metrics = 0 }

        public init(metrics: [MetricSample]) { self.metrics = metrics }
    }
}

/// One metric of one service at one moment, in the shapes of the Prometheus text format.
public struct MetricSample: Codable, Hashable, Sendable {
    /// What the value means.
    public enum Kind: UInt8, Codable, Sendable {
        /// Only grows, from 0 at the start of the process.
        case counter = 0
        /// Goes up and down.
        case gauge
        /// Counts of observations by upper bound, with their sum.
        case histogram
    }

    /// For example `balise_requests_total`.
    public var name: String
    public var kind: Kind
    /// Label names and values, sorted by name.
    public var labels: [[String]]
    /// The value of a counter or gauge; the sum of a histogram, in the unit that its name says.
    public var value: Double
    /// A histogram's upper bounds, ascending; empty otherwise.
    public var bounds: [Double]
    /// How many observations fell at or below each bound, cumulative, and last all of them; empty otherwise.
    public var counts: [UInt64]

    enum CodingKeys: Int, CodingKey { case name = 0, kind, labels, value, bounds, counts }

    public init(
        name: String, kind: Kind, labels: [[String]], value: Double, bounds: [Double] = [], counts: [UInt64] = []
    ) {
        self.name = name
        self.kind = kind
        self.labels = labels
        self.value = value
        self.bounds = bounds
        self.counts = counts
    }
}
