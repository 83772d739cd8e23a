// A failure that comes again and again, and is told once a minute.

import Logging
import Models
import ServiceRuntime
import Synchronization

/// Writes a failure to the log, at most once a minute.
final class RepeatedFailureLog: Sendable {
    private static let secondsBetween: Int64 = 60

    private let text: Logger.Message
    private let logger: Logger
    private let clock: any WallClock
    private let quietUntil = Mutex(UnixTime(milliseconds: 0))

    init(_ text: Logger.Message, _ environment: ServiceEnvironment) {
        self.text = text
        logger = environment.logger
        clock = environment.clock
    }

    func note(_ error: any Error) {
        let now = clock.now()
        let isDue = quietUntil.withLock { quietUntil in
            guard quietUntil <= now else { return false }
            quietUntil = now.adding(seconds: RepeatedFailureLog.secondsBetween)
            return true
        }
        if isDue { logger.warning(text, metadata: ["cause": "\(error)"]) }
    }
}
