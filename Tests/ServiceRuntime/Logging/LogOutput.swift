// A log that a test can read.

import Foundation
import Isolation
import Logging
import Models

@testable import ServiceRuntime

/// A log into a pipe, whose lines a test reads when it wants.
final class LogOutput: Sendable {
    private let pipe = Pipe()
    let writer: LogWriter

    init(maximumPendingBytes: Int = 4 << 20) {
        writer = LogWriter(
            descriptor: pipe.fileHandleForWriting.fileDescriptor, maximumPendingBytes: maximumPendingBytes)
    }

    /// A logger of `edge` whose clock stands at the last millisecond of a leap day.
    func logger(_ format: LogSettings.Format = .json, level: Logger.Level = .trace) -> Logger {
        Logger(label: "edge") { label in
            ServiceLogHandler(service: label, level: level, format: format, writer: writer, clock: SetClock.onLeapDay)
        }
    }

    /// All lines so far. Closes the log.
    func lines() -> [String] {
        writer.flush()
        try? pipe.fileHandleForWriting.close()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}

extension SetClock {
    /// Stands at the last millisecond of a leap day.
    static let onLeapDay = SetClock(UnixTime(milliseconds: 1_709_251_199_999))
}
