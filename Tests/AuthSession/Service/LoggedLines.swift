// A log that a test reads.

import Logging
import Synchronization

/// Takes the lines of a logger into memory.
final class LoggedLines: Sendable {
    struct Line: Sendable {
        let level: Logger.Level
        let metadata: [String: String]
        /// The whole line as one text, for looking for what must not be in it.
        let text: String
    }

    private let taken = Mutex<[Line]>([])

    var lines: [Line] { taken.withLock { $0 } }

    func logger() -> Logger { Logger(label: "auth-session") { _ in Handler(lines: self) } }

    /// The lines about an event of the security log.
    func events(_ event: String) -> [Line] { lines.filter { $0.metadata["event"] == event } }

    private struct Handler: LogHandler {
        let lines: LoggedLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }
            let line = Line(
                level: event.level, metadata: all.mapValues(\.description), text: "\(event.message) \(all)")
            lines.taken.withLock { $0.append(line) }
        }
    }
}
