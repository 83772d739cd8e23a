public import Logging
import Synchronization

public final class LoggedLines: Sendable {
    public struct Line: Sendable {
        public let level: Logger.Level
        public let metadata: [String: String]
        /// The whole line, for looking for what must, or must not, be in it: `level message key=value …`.
        public let text: String
    }

    private let taken = Mutex<[Line]>([])

    public init() {}

    public var lines: [Line] { taken.withLock { $0 } }

    public var all: [String] { lines.map(\.text) }

    public var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

    public func events(_ event: String) -> [Line] { lines.filter { $0.metadata["event"] == event } }

    private struct Handler: LogHandler {
        let lines: LoggedLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues(\.description)
            let pairs = all.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
            let line = Line(level: event.level, metadata: all, text: "\(event.level) \(event.message) \(pairs)")
            lines.taken.withLock { $0.append(line) }
        }
    }
}
