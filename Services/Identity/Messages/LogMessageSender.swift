import Foundation
import Logging
import Models
import ServiceRuntime

/// Writes messages as lines of JSON to a file that only its owner may read, for tests and small installations. The log
/// only contains the file's path, because messages are private.
final class LogMessageSender: MessageSender {
    private let file: MessageFile
    private let clock: any WallClock
    private let logger: Logger

    init(file: URL, clock: any WallClock, logger: Logger) {
        self.file = MessageFile(path: file.path)
        self.clock = clock
        self.logger = logger
    }

    func send(_ message: PersonalMessage) async throws(MessageNotSent) {
        var body = MessageBody(message)
        body.account = message.account.text
        body.writtenAt = clock.now().rawValue
        let line = try body.json() + [UInt8(ascii: "\n")]
        if let failure = file.append(line) {
            throw MessageNotSent(description: "\(file.path) cannot be written: \(failure)")
        }
        logger.notice(
            "a message waits to be passed on by hand",
            metadata: ["event": "message_written", "kind": "\(message.kind.rawValue)", "file": "\(file.path)"])
    }

    func file(of _: MessageKind) -> String? { file.path }

    func forget(_ account: AccountID) { keep { $0.account != account.text } }

    func forget(writtenBefore moment: UnixTime) { keep { $0.writtenAt >= moment.rawValue } }

    /// The members of a line that decide whether it is kept.
    private struct Line: Decodable {
        let account: String
        let writtenAt: Int64
    }

    private func keep(where isKept: (Line) -> Bool) {
        let failure = file.keepLines { bytes in
            // Lines in another form were not written by this service, so they stay.
            guard let line = try? JSONDecoder().decode(Line.self, from: Data(bytes)) else { return true }
            return isKept(line)
        }
        guard let failure else { return }
        logger.warning(
            "messages that have had their time could not be taken out of their file",
            metadata: ["file": "\(file.path)", "cause": "\(failure)"])
    }
}
