public import BaliseJSON
public import Models

/// The checks of an installation: the answer of GET /checks.
public struct CheckList: JSONConvertible, Hashable {
    /// The worst state of all: `ok`, `unknown`, `warning` or `failure`.
    public var state: String
    /// The worst first.
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
    /// The replica's address, if there are several.
    public var replica: String?
    public var name: String
    /// Its subject, if a service has several of this kind.
    public var subject: String?
    /// `ok`, `unknown`, `warning` or `failure`.
    public var state: String
    public var found: String
    /// The remedy; nil if none is needed.
    public var remedy: String?

    public init(service: String, replica: String? = nil, _ check: HealthCheck) {
        (self.service, self.replica) = (service, replica)
        (name, subject, state) = (check.name, check.subject, check.state.word)
        (found, remedy) = (check.found, check.remedy)
    }
}
