import Dispatch
import Foundation

/// Waits for SIGTERM or SIGINT, including one that arrives before the wait.
final class StopSignal: Sendable {
    private let stream: AsyncStream<Void>
    // Unsafe because dispatch does not mark its sources Sendable; they are only kept alive.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

    init() {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        self.stream = stream
        signal(SIGPIPE, SIG_IGN)
        sources = [SIGTERM, SIGINT].map { number in
            #if canImport(Darwin)
                // There the default action comes before the source; Linux blocks it for as long as a source exists.
                signal(number, SIG_IGN)
            #endif
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.finish() }
            source.activate()
            return source
        }
    }

    func wait() async {
        for await _ in stream {}
    }
}
