// The latest warnings of a process, for operators who look at it and not at its log.

import Logging
public import Models
import Synchronization

/// Keeps the latest warnings and errors of the log in memory, as they stand there: they hold nothing secret or personal.
public final class RecentWarnings: Sendable {
    /// How many are kept of each service.
    static let capacity = 20
    /// How many characters of one are kept.
    static let length = 500

    private let kept = Mutex<[String: [LoggedWarning]]>([:])

    /// None yet.
    public init() {}

    func add(_ line: LogLine) {
        let warning = LoggedWarning(
            at: line.time, level: line.level.rawValue, text: String(line.content().prefix(RecentWarnings.length)))
        // What the process says as a whole stands with the service that operators ask first.
        let service = ServiceName(line.service)?.description ?? ServiceName.edge.description
        kept.withLock { kept in
            kept[service, default: []].append(warning)
            if kept[service, default: []].count > RecentWarnings.capacity { kept[service]?.removeFirst() }
        }
    }

    /// Those of a service, the latest first.
    public func latest(of service: ServiceName) -> [LoggedWarning] {
        kept.withLock { $0[service.description] ?? [] }.reversed()
    }
}
