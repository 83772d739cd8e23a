import Foundation
public import Logging
public import Models
import Synchronization

/// Writes log lines. Secrets do not reach it in readable form, because their types redact them in their description
/// (`Personal`, `DeviceKey`, `DeviceID`, …).
public struct ServiceLogHandler: LogHandler {
    public var logLevel: Logger.Level
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?

    private let service: String
    private let format: LogSettings.Format
    private let writer: LogWriter
    private let clock: any WallClock
    private let warnings: RecentWarnings?

    /// Creates a handler.
    /// - Parameter warnings: Also receives lines of the level warning and above; nil to keep none.
    public init(
        service: String, level: Logger.Level, format: LogSettings.Format, writer: LogWriter = .standardError,
        clock: any WallClock = SystemClock(), warnings: RecentWarnings? = nil
    ) {
        self.warnings = warnings
        self.service = service
        logLevel = level
        (self.format, self.writer, self.clock) = (format, writer, clock)
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
        // A critical line is probably a program's last, so it is written at once. Others are written soon.
        if event.level == .critical { writer.flush() }
    }
}

/// Writes lines to a file descriptor, in order, on its own thread. If the reader does not keep up and the limit is
/// reached, new lines are dropped, and the next line that fits contains their number.
public final class LogWriter: Sendable {
    private struct State {
        var pending: [UInt8] = []
        var dropped = 0
        var isScheduled = false
    }

    public static let standardError = LogWriter(descriptor: STDERR_FILENO)

    private let descriptor: Int32
    private let maximumPending: Int
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "balise.log", qos: .utility)

    public init(descriptor: Int32, maximumPendingBytes: Int = 4 << 20) {
        self.descriptor = descriptor
        maximumPending = maximumPendingBytes
    }

    /// Queues a line, and returns at once.
    func write(_ line: [UInt8]) {
        let mustSchedule = state.withLock { state in
            guard state.pending.count + line.count < maximumPending else {
                state.dropped += 1
                return false
            }
            if state.dropped > 0 {
                state.pending += Array("\(state.dropped) log lines were dropped here\n".utf8)
                state.dropped = 0
            }
            state.pending += line
            state.pending.append(UInt8(ascii: "\n"))
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { queue.async { self.drain() } }
    }

    /// Returns when everything that was queued so far has been written.
    public func flush() { queue.sync { drain() } }

    private func drain() {
        while true {
            let bytes = state.withLock { state in
                defer { state.pending = [] }
                if state.pending.isEmpty { state.isScheduled = false }
                return state.pending
            }
            if bytes.isEmpty { return }
            writeAll(bytes)
        }
    }

    /// Writes the bytes. An error drops the rest, because a closed pipe or a full disk must not stop the service.
    private func writeAll(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = systemWrite(descriptor, rest)
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&waiting, 1, 1000)
                } else if errno != EINTR {
                    return
                }
            }
        }
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    return write(descriptor, bytes.baseAddress, bytes.count)
}

/// Keeps recent warnings and errors for operators. The lines contain nothing secret or personal.
public final class RecentWarnings: Sendable {
    /// The largest number of lines that are kept for each service.
    static let capacity = 20
    /// The largest number of characters that are kept of each line.
    static let length = 500

    private let kept = Mutex<[String: [LoggedWarning]]>([:])

    public init() {}

    func add(_ line: LogLine) {
        let warning = LoggedWarning(
            at: line.time, level: line.level.rawValue, text: String(line.content().prefix(RecentWarnings.length)))
        // The edge gets the lines of the process itself, because operators ask the edge first.
        let service = ServiceName(line.service)?.description ?? ServiceName.edge.description
        kept.withLock { kept in
            kept[service, default: []].append(warning)
            if kept[service, default: []].count > RecentWarnings.capacity { kept[service]?.removeFirst() }
        }
    }

    /// Returns the warnings of a service, the latest first.
    public func latest(of service: ServiceName) -> [LoggedWarning] {
        kept.withLock { $0[service.description] ?? [] }.reversed()
    }
}
