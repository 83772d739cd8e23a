// Writes messages to a file for whoever runs the installation, where nothing is set up to send them.

import Foundation
import Logging
import Models
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Writes each message as a line of JSON to a file that only its owner may read.
///
/// For trying things out and for small installations. The log only says where to look: what is in a message belongs to
/// its person.
final class LogMessageSender: MessageSender {
    private let file: URL
    private let logger: Logger
    /// One line after the other.
    private let turn = Mutex(())

    init(file: URL, logger: Logger) {
        self.file = file
        self.logger = logger
    }

    func send(_ message: PersonalMessage) async throws(MessageNotSent) {
        let line = try MessageBody(message).json() + [UInt8(ascii: "\n")]
        let failure = turn.withLock { _ in append(line) }
        if let failure { throw MessageNotSent(description: "\(file.path) cannot be written: \(failure)") }
        logger.notice(
            "a message waits to be passed on by hand",
            metadata: ["event": "message_written", "kind": "\(message.kind.rawValue)", "file": "\(file.path)"])
    }

    /// Opened for each message, so that the file may be moved or emptied meanwhile. Says what went wrong.
    private func append(_ line: [UInt8]) -> String? {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return String(cString: strerror(errno)) }
        defer { _ = close(descriptor) }
        // Also when it was there before, with another mode.
        guard fchmod(descriptor, 0o600) == 0 else { return String(cString: strerror(errno)) }
        let count = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        return count == line.count ? nil : String(cString: strerror(errno))
    }
}
