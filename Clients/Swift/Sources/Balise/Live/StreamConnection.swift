public import Foundation

/// The state of the connection of a stream such as ``LivePlaces``, for an app to show.
public enum BaliseConnectionState: Hashable, Sendable {
    /// The stream is connecting, for the first time or again.
    case connecting
    /// The server has answered. Events arrive as they happen.
    case open
    /// There is no connection. The stream connects again at this time, by the client's clock.
    case waiting(until: Date)
    /// The latest reader has stopped, the stream has ended, or it threw an error.
    case ended
}

/// Reports the state of a stream's connection to listeners.
final class StreamConnection: @unchecked Sendable {
    // The class is Sendable because the lock guards all state. It is no actor: readers report their end in `deinit`.
    private let lock = NSLock()
    private var state: BaliseConnectionState?
    private var readers = 0
    private var listeners = StreamListeners<BaliseConnectionState>()

    /// Returns the current state and every later state. Before a task reads the stream, there is no state.
    func states(
        buffering policy: AsyncStream<BaliseConnectionState>.Continuation.BufferingPolicy = .bufferingNewest(1)
    ) -> AsyncStream<BaliseConnectionState> {
        lock.withLock { listeners.add(buffering: policy, first: state) }
    }

    func addReader() -> Int {
        lock.withLock {
            readers += 1
            return readers
        }
    }

    /// Changes the state for the latest reader only: a cancelled reader may end after the next has begun.
    func move(to state: BaliseConnectionState, by reader: Int) {
        lock.withLock {
            guard reader == readers, state != self.state else { return }
            self.state = state
            listeners.send(state)
        }
    }

    deinit { listeners.finish() }
}

/// The source of a stream of events. Each reader opens its own connection.
struct EventSource: Sendable {
    /// Opens the stream after the event with this id; nil to open it at the beginning.
    let open: @Sendable (_ lastEventID: String?) async throws(BaliseError) -> BaliseHTTPStream
    let pause: any BaliseSleeper
    let time: any BaliseClock
    let connection = StreamConnection()

    init(
        _ configuration: BaliseConfiguration,
        open: @escaping @Sendable (_ lastEventID: String?) async throws(BaliseError) -> BaliseHTTPStream
    ) {
        (pause, time) = (configuration.pause, configuration.time)
        self.open = open
    }

    /// One reader of the stream. It reports its end when it is released, whether it was cancelled or its loop was left.
    final class Reader: Sendable {
        private let connection: StreamConnection
        private let number: Int

        init(of connection: StreamConnection) {
            self.connection = connection
            number = connection.addReader()
        }

        func move(to state: BaliseConnectionState) { connection.move(to: state, by: number) }

        deinit { move(to: .ended) }
    }
}
