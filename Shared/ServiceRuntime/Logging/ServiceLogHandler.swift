// The swift-log backend of every program.

public import Logging
public import Models

/// Formats events and hands the lines to a writer.
///
/// It knows nothing about secrets: what must not be logged is of a type whose description says so (`Personal`,
/// `DeviceKey`, `DeviceID`, …).
public struct ServiceLogHandler: LogHandler {
    public var logLevel: Logger.Level
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?

    private let service: String
    private let format: LogSettings.Format
    private let writer: LogWriter
    private let clock: any WallClock
    private let warnings: RecentWarnings?

    /// A handler that writes events from `level` on under the name of `service`.
    ///
    /// - Parameter warnings: Where warnings and worse are kept as well; nil for nowhere.
    public init(
        service: String, level: Logger.Level, format: LogSettings.Format, writer: LogWriter = .standardError,
        clock: any WallClock = SystemClock(), warnings: RecentWarnings? = nil
    ) {
        self.warnings = warnings
        self.service = service
        logLevel = level
        self.format = format
        self.writer = writer
        self.clock = clock
    }

    public subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { _, new in new } }
        if let own = event.metadata { all.merge(own) { _, new in new } }
        let line = LogLine(
            time: clock.now(), level: event.level, service: service, message: event.message.description,
            error: event.error, metadata: all)
        if event.level >= .warning { warnings?.add(line) }
        writer.write(format == .json ? line.json() : line.text())
        // The last words of a program that is about to end; anything less urgent the writer thread has in a moment.
        if event.level == .critical { writer.flush() }
    }
}
