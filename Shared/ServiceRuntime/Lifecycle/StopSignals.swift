// SIGTERM and SIGINT: the first ends the program in order, the second at once.

import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Turns SIGTERM and SIGINT into the end of the program.
///
/// The first asks for a shutdown in order. A second one, or a shutdown that takes too long, ends the process at once:
/// what was acknowledged is on disk in any case, and what is lost is the answers of requests that were still running.
final class StopSignals: Sendable {
    private let count = Atomic<Int>(0)
    private let queue = DispatchQueue(label: "balise.signals")
    // Unsafe because dispatch does not mark its sources Sendable; only `watch` touches them, and it is called once.
    nonisolated(unsafe) private var sources: [any DispatchSourceSignal] = []

    /// Begins to watch; `stop` is called once, on a thread of its own.
    func watch(_ stop: @escaping @Sendable () -> Void) {
        for number in [SIGTERM, SIGINT] {
            #if canImport(Darwin)
                // There the default action comes before the source; Linux blocks it for as long as a source exists.
                _ = signal(number, SIG_IGN)
            #endif
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                switch self.count.add(1, ordering: .relaxed).newValue {
                case 1: stop()
                default: StopSignals.end(because: "a second signal came", status: 128 + number)
                }
            }
            source.activate()
            sources.append(source)
        }
    }

    /// Ends the program `seconds` from now, unless it has ended by then.
    func endAfter(seconds: Int) {
        queue.asyncAfter(deadline: .now() + .seconds(seconds)) {
            StopSignals.end(because: "the shutdown took longer than \(seconds) s", status: 1)
        }
    }

    private static func end(because reason: String, status: Int32) {
        let text = Array("ended at once, since \(reason)\n".utf8)
        _ = write(STDERR_FILENO, text, text.count)
        _exit(status)
    }
}
