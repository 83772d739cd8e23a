public import Foundation

/// The connection of a stream such as ``LivePlaces``, for an app to show.
public enum BaliseConnectionState: Hashable, Sendable {
    /// The stream connects, at first or again.
    case connecting
    /// The server has answered. Events arrive as they happen.
    case open
    /// There is no connection. The stream connects again at this time, by the client's clock.
    case waiting(until: Date)
    /// The latest reader has stopped, or the stream ended or threw.
    case ended
}

/// Reports the state of a stream's connection to listeners.
final class StreamConnection: @unchecked Sendable {
    // The class is Sendable because the lock guards all state. It is no actor: readers report their end in `deinit`.
    private let lock = NSLock()
    private var state: BaliseConnectionState?
    private var readers = 0
    private var listeners = StreamListeners<BaliseConnectionState>()

    /// Returns the current state and every later one; at first none, if no task has read the stream yet.
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

    /// Changes the state. Only the latest reader may: one that is cancelled may end after the next has begun.
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
    /// Opens the stream after an event; nil for the beginning.
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

    /// Reports the end when the reader is gone, whether it was cancelled or has left its loop.
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
