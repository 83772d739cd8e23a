import Foundation
import Synchronization

/// A request to stop the program. In tests it replaces a signal.
public final class StopRequest: Sendable {
    private struct State {
        var isRequested = false
        var action: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    public init() {}

    /// Requests the stop. A second call has no effect.
    public func request() {
        let action = state.withLock { state -> (@Sendable () -> Void)? in
            state.isRequested = true
            defer { state.action = nil }
            return state.action
        }
        action?()
    }

    /// Calls `action` when the stop is requested; at once if it has already been requested.
    func whenRequested(_ action: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isRequested { state.action = action }
            return state.isRequested
        }
        if isOver { action() }
    }
}

/// Turns SIGTERM and SIGINT into a regular shutdown. The same signal after more than a second, or a shutdown that takes
/// too long, ends the process at once: acknowledged data is on disk. The other signal does not end it, because Ctrl-C
/// reaches every program of a terminal, and a parent may pass it on as SIGTERM. The same signal within a second does
/// not end it either, because programs such as `timeout` signal a process and also its group.
final class StopSignals: Sendable {
    private let numbers: [Int32]
    private let timeout: Int
    private let end: @Sendable (_ reason: String, _ status: Int32) -> Void
    private let now: @Sendable () -> ContinuousClock.Instant
    private struct State {
        var first: [Int32: ContinuousClock.Instant] = [:]
        var count = 0
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "balise.signals")
    // The sources are unsafe because dispatch does not mark them Sendable. Only one call of `watch` uses them.
    nonisolated(unsafe) private var sources: [any DispatchSourceSignal] = []

    /// Watches the signals.
    /// - Parameter timeout: The limit for a shutdown in seconds. It is less than the 10 that senders of signals usually
    ///   allow.
    init(
        _ numbers: [Int32] = [SIGTERM, SIGINT], timeout: Int = 9,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        end: @escaping @Sendable (_ reason: String, _ status: Int32) -> Void = StopSignals.endProcess
    ) {
        (self.numbers, self.timeout, self.now, self.end) = (numbers, timeout, now, end)
    }

    var count: Int { state.withLock { $0.count } }

    /// Starts to watch. After it has returned, no signal is missed.
    func watch(_ stop: StopRequest) {
        let registered = DispatchGroup()
        for number in numbers {
            #if canImport(Darwin)
                // On Darwin the default action precedes the source; Linux blocks it while a source exists.
                _ = signal(number, SIG_IGN)
            #endif
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                let now = self.now()
                let (isFirst, since) = self.state.withLock { state in
                    let isFirst = state.first.isEmpty
                    let first = state.first[number] ?? now
                    state.first[number] = first
                    return (isFirst, now - first)
                }
                defer { self.state.withLock { $0.count += 1 } }
                if isFirst {
                    stop.request()
                    self.queue.asyncAfter(deadline: .now() + .seconds(self.timeout)) {
                        self.end("the shutdown took longer than \(self.timeout) s", 1)
                    }
                } else if since >= .seconds(1) {
                    self.end("the same signal came again", 128 + number)
                }
            }
            registered.enter()
            source.setRegistrationHandler { registered.leave() }
            source.activate()
            sources.append(source)
        }
        registered.wait()
    }

    @Sendable private static func endProcess(because reason: String, status: Int32) {
        let text = Array("ended at once, since \(reason)\n".utf8)
        _ = write(STDERR_FILENO, text, text.count)
        _exit(status)
    }
}
