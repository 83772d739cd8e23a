/// The differences between the server and the oracle.
struct OracleFindings: Sendable {
    let seed: UInt64
    private(set) var lines: [String] = []

    init(seed: UInt64) { self.seed = seed }

    /// Notes a difference about a notification, perhaps for one person.
    mutating func compare<Value: Equatable>(
        _ what: String, _ notification: OracleNotification, _ person: OraclePerson? = nil, expected: Value, found: Value
    ) {
        guard found != expected else { return }
        let who = person.map { "\n    person \($0.number): \($0)" } ?? ""
        lines.append("\(what) is \(found) and not \(expected)\n    of \(notification)\(who)")
    }

    /// Only the first differences; all would be thousands of lines.
    func report(sourceLocation: SourceLocation = #_sourceLocation) {
        guard !lines.isEmpty else { return }
        let first = lines.prefix(20).joined(separator: "\n")
        Issue.record(
            "\(lines.count) differences with BALISE_ORACLE_SEED=\(seed):\n\(first)", sourceLocation: sourceLocation)
    }
}
