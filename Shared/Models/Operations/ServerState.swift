/// Asks a service whether it can work now; it checks first. Sent by the edge and by the program's health command.
public struct CheckReadiness: IdempotentRequest {
    public static let code = MessageCode(common: 2)

    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
        /// Whether the service can work; false during the start and after a request to stop.
        public var isReady: Bool
        public var reason: String?

        enum CodingKeys: Int, CodingKey { case isReady = 0, reason }

        public init(isReady: Bool, reason: String? = nil) { (self.isReady, self.reason) = (isReady, reason) }
    }
}

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

/// A metric's value at one moment, in the types of the Prometheus text format.
public struct MetricSample: Codable, Hashable, Sendable {
    public enum Kind: UInt8, Codable, Sendable {
        /// A number that never decreases, from 0 at the start of the process.
        case counter = 0
        case gauge
        /// The numbers of observations by upper bound, and the sum of the observations.
        case histogram
    }

    /// The metric's name, for example `balise_requests_total`.
    public var name: String
    public var kind: Kind
    /// The label names and values, sorted by name.
    public var labels: [[String]]
    /// The value of a counter or gauge; the sum of a histogram. The name contains the unit.
    public var value: Double
    /// The upper bounds of a histogram, ascending; empty for other metrics.
    public var bounds: [Double]
    /// For each bound, the number of observations at or below it, and last the number of all; empty for other metrics.
    public var counts: [UInt64]

    enum CodingKeys: Int, CodingKey { case name = 0, kind, labels, value, bounds, counts }

    public init(
        name: String, kind: Kind, labels: [[String]], value: Double, bounds: [Double] = [], counts: [UInt64] = []
    ) {
        (self.name, self.kind, self.labels) = (name, kind, labels)
        (self.value, self.bounds, self.counts) = (value, bounds, counts)
    }
}

/// Asks a service for the latest warnings and errors of its log, which it keeps in memory. The edge asks every replica.
public struct ReadWarnings: IdempotentRequest {
    public static let code = MessageCode(common: 131)

    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
        /// The latest warnings and errors, the latest first.
        public var warnings: [LoggedWarning]

        enum CodingKeys: Int, CodingKey { case warnings = 0 }

        public init(warnings: [LoggedWarning]) { self.warnings = warnings }
    }
}

/// A recent warning or error in a service's log. The process keeps a copy in memory for operators.
public struct LoggedWarning: Codable, Hashable, Sendable {
    public var at: UnixTime
    /// The log level: `warning`, `error` or `critical`.
    public var level: String
    /// The message with its metadata, on one line.
    public var text: String

    enum CodingKeys: Int, CodingKey { case at = 0, level, text }

    public init(at: UnixTime, level: String, text: String) { (self.at, self.level, self.text) = (at, level, text) }
}
