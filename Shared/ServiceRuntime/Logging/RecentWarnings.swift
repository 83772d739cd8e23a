import Logging
public import Models
import Synchronization

/// The lines contain nothing secret or personal.
public final class RecentWarnings: Sendable {
    /// For each service.
    static let capacity = 20
    /// The stored characters of each.
    static let length = 500

    private let kept = Mutex<[String: [LoggedWarning]]>([:])

    public init() {}

    func add(_ line: LogLine) {
        let warning = LoggedWarning(
            at: line.time, level: line.level.rawValue, text: String(line.content().prefix(RecentWarnings.length)))
        // Lines of the process as a whole belong to the service that operators ask first.
        let service = ServiceName(line.service)?.description ?? ServiceName.edge.description
        kept.withLock { kept in
            kept[service, default: []].append(warning)
            if kept[service, default: []].count > RecentWarnings.capacity { kept[service]?.removeFirst() }
        }
    }

    /// The latest first.
    public func latest(of service: ServiceName) -> [LoggedWarning] {
        kept.withLock { $0[service.description] ?? [] }.reversed()
    }
}
