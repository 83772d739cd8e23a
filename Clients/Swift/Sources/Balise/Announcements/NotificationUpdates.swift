public import BaliseAPI
import BaliseJSON

/// The current state of a notification and each later state of its counts, until the notification is done.
///
/// The sequence reconnects without repeating states; ``connectionStates()`` shows when. It throws a ``BaliseError``
/// when the server refuses for good, and for any failure of the first connection. To stop it, cancel the task that
/// reads, which then throws `CancellationError`.
public struct NotificationUpdates: AsyncSequence, Sendable {
    /// The notification with its counts.
    public typealias Element = PublishedNotification

    let source: EventSource

    /// The iterator begins with the current state.
    public func makeAsyncIterator() -> Iterator { Iterator(events: ReconnectingEvents(source)) }

    /// Returns the current state of the connection and every later state, as ``LivePlaces/connectionStates()`` does.
    public func connectionStates() -> AsyncStream<BaliseConnectionState> { source.connection.states() }

    /// Reads the events, and reconnects when needed.
    public struct Iterator: AsyncIteratorProtocol {
        private var events: ReconnectingEvents
        private var waiting: [PublishedNotification] = []
        private var isDone = false

        init(events: ReconnectingEvents) { self.events = events }

        /// Waits for the next state; nil after the last state.
        /// - Throws: A `BaliseError`; `CancellationError` when the task is cancelled.
        public mutating func next() async throws -> PublishedNotification? {
            while waiting.isEmpty {
                if isDone { return nil }
                for event in try await events.next() { try take(event) }
            }
            return waiting.removeFirst()
        }

        private mutating func take(_ event: EventStreamParser.Event) throws {
            let data = Array(event.data.utf8)
            switch event.name {
            case "counts":
                events.clearFailures()
                do { waiting.append(try PublishedNotification(try JSONDocument(data).root)) } catch {
                    throw BaliseError.unreadable("an event of a notification cannot be read: \(error)")
                }
            // An end for any other reason makes the loop reconnect; the server then refuses if it must.
            case "end": isDone = (try? JSONDocument(data).root.member("reason")?.string) == "done"
            default: break
            }
        }
    }
}
