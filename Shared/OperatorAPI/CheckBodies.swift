public import BaliseJSON
public import Models

/// The checks of an installation: the answer of GET /checks.
public struct CheckList: JSONConvertible, Hashable {
    /// The worst state of all checks: `ok`, `unknown`, `warning` or `failure`.
    public var state: String
    /// The checks, the worst first.
    public var checks: [ListedCheck]

    public init(_ checks: [ListedCheck]) {
        let states = HealthCheck.State.allCases.reversed().map(\.word)
        self.checks = states.flatMap { state in checks.filter { $0.state == state } }
        state = self.checks.first?.state ?? HealthCheck.State.ok.word
    }
}

/// One check and its process: an item in the answer of GET /checks.
public struct ListedCheck: JSONConvertible, Hashable {
    public var service: String
    /// The replica's address, if the service has several replicas; otherwise nil.
    public var replica: String?
    public var name: String
    /// The subject of the check, if a service makes several checks of this kind; otherwise nil.
    public var subject: String?
    /// The result: `ok`, `unknown`, `warning` or `failure`.
    public var state: String
    public var found: String
    /// What the operator should do; nil if nothing is needed.
    public var remedy: String?

    public init(service: String, replica: String? = nil, _ check: HealthCheck) {
        (self.service, self.replica) = (service, replica)
        (name, subject, state) = (check.name, check.subject, check.state.word)
        (found, remedy) = (check.found, check.remedy)
    }
}
