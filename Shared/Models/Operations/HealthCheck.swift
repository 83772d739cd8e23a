/// The result of one check of an installation, without secrets and without data of users. The same value is shown by
/// `balise doctor`, the notes of `/readyz`, the console and the metrics.
public struct HealthCheck: Codable, Hashable, Sendable {
    /// The result of a check. The cases are in the order of severity.
    public enum State: UInt8, Codable, Sendable, Comparable, CaseIterable {
        case ok = 0
        /// The check cannot be made in this environment.
        case unknown
        case warning
        case failure

        public static func < (one: State, other: State) -> Bool { one.rawValue < other.rawValue }

        public var word: String {
            switch self {
            case .ok: "ok"
            case .unknown: "unknown"
            case .warning: "warning"
            case .failure: "failure"
            }
        }
    }

    /// The kind of check, for example `clock`. Other versions may have further kinds.
    public var name: String
    /// The subject of the check if a service has several of this kind, for example an identity provider's name.
    public var subject: String?
    public var state: State
    public var found: String
    /// What the operator should do; nil if nothing is needed.
    public var remedy: String?

    enum CodingKeys: Int, CodingKey { case name = 0, subject, state, found, remedy }

    public init(_ name: String, of subject: String? = nil, _ finding: HealthFinding) {
        (self.name, self.subject) = (name, subject)
        (state, found, remedy) = (finding.state, finding.found, finding.remedy)
    }

    /// One line for operators: what was found, and what to do.
    public var text: String { remedy.map { "\(found); \($0)" } ?? found }
}

/// The finding of a check.
public struct HealthFinding: Hashable, Sendable {
    public var state: HealthCheck.State
    public var found: String
    public var remedy: String?

    public static func ok(_ found: String) -> HealthFinding { HealthFinding(state: .ok, found: found) }

    public static func unknown(_ found: String, _ remedy: String? = nil) -> HealthFinding {
        HealthFinding(state: .unknown, found: found, remedy: remedy)
    }

    public static func warning(_ found: String, _ remedy: String? = nil) -> HealthFinding {
        HealthFinding(state: .warning, found: found, remedy: remedy)
    }

    public static func failure(_ found: String, _ remedy: String? = nil) -> HealthFinding {
        HealthFinding(state: .failure, found: found, remedy: remedy)
    }
}

/// Asks a service for all its checks. It may take several seconds, because credentials are tried at their providers.
public struct ReadChecks: IdempotentRequest {
    public static let code = MessageCode(common: 140)

    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
        /// The version of the program that runs the service.
        public var version: String
        public var checks: [HealthCheck]

        enum CodingKeys: Int, CodingKey { case version = 0, checks }

        public init(version: String, checks: [HealthCheck]) { (self.version, self.checks) = (version, checks) }
    }
}
