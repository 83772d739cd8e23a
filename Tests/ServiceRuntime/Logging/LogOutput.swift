@testable import ServiceRuntime

/// The file has no name and stays open until the process ends: a logger may outlive its test, and would write its last lines to
/// whatever had the same descriptor then.
final class LogOutput: Sendable {
    private let descriptor: Int32
    let writer: LogWriter

    init(maximumPendingBytes: Int = 4 << 20) {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_APPEND | O_CLOEXEC, 0o600)
        precondition(descriptor >= 0, "no file can be made at \(path)")
        unlink(path)
        writer = LogWriter(descriptor: descriptor, maximumPendingBytes: maximumPendingBytes)
    }

    /// A logger of `edge` whose clock shows the last millisecond of a leap day.
    func logger(_ format: LogSettings.Format = .json, level: Logger.Level = .trace) -> Logger {
        Logger(label: "edge") { label in
            ServiceLogHandler(service: label, level: level, format: format, writer: writer, clock: SetClock.onLeapDay)
        }
    }

    func lines() -> [String] {
        writer.flush()
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        precondition((0..<bytes.count).contains(count), "the log cannot be read, or is longer than a test expects")
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}

extension SetClock {
    /// Stands at the last millisecond of a leap day.
    static let onLeapDay = SetClock(UnixTime(milliseconds: 1_709_251_199_999))
}
