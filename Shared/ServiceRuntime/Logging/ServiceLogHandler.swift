public import Logging
public import Models

/// Knows no secrets: they have types whose description redacts them (`Personal`, `DeviceKey`, `DeviceID`, …).
public struct ServiceLogHandler: LogHandler {
    public var logLevel: Logger.Level
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?

    private let service: String
    private let format: LogSettings.Format
    private let writer: LogWriter
    private let clock: any WallClock
    private let warnings: RecentWarnings?

    /// - Parameter warnings: Also receives warnings and worse; nil for none.
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
        // Probably the last words of an ending program; the writer's thread handles anything less urgent soon.
        if event.level == .critical { writer.flush() }
    }
}
