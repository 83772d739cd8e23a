import Logging

/// Drops lines that do not help an operator. The program itself logs the listening address once; the cause of a
/// cancellation is logged elsewhere.
func serverLogger(writingTo logger: Logger) -> Logger {
    var quiet = Logger(label: logger.label) { _ in SilentWhenCancelled(logger: logger) }
    quiet.logLevel = max(logger.logLevel, .notice)
    return quiet
}

private struct SilentWhenCancelled: LogHandler {
    let logger: Logger
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.notice

    init(logger: Logger) { self.logger = logger }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        guard !Task.isCancelled else { return }
        let all = metadata.merging(event.metadata ?? [:]) { _, specific in specific }
        logger.log(
            level: event.level, event.message, metadata: all, source: event.source, file: event.file,
            function: event.function, line: event.line)
    }
}
