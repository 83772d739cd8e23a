// What becomes of a notification, over as many connections as that takes.

public import BaliseAPI
import BaliseJSON

/// A notification as it stands, and each later state of its counts, until it is done.
///
/// When the connection breaks, or the server restarts, it connects again and is not told anew what has come already. It
/// ends by throwing a ``BaliseError`` when the server refuses for good, and at the first connection for whatever keeps it
/// from being made. To stop, cancel the task that reads.
public struct NotificationUpdates: AsyncSequence, Sendable {
    /// The notification with its counts.
    public typealias Element = PublishedNotification

    /// Asks for the stream behind an event; nil for the beginning.
    let open: @Sendable (_ lastEventID: String?) async throws(BaliseError) -> BaliseHTTPStream
    let pause: any BaliseSleeper

    /// Begins with the notification as it stands.
    public func makeAsyncIterator() -> Iterator { Iterator(events: ReconnectingEvents(open: open, pause: pause)) }

    /// Reads the events, and connects again where that is needed.
    public struct Iterator: AsyncIteratorProtocol {
        private var events: ReconnectingEvents
        private var waiting: [PublishedNotification] = []
        private var isDone = false

        init(events: ReconnectingEvents) { self.events = events }

        /// The next state; waits for it. Nil after the last.
        ///
        /// - Throws: A `BaliseError`.
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
            // For every other reason it goes on with another connection, or that is refused.
            case "end": isDone = (try? JSONDocument(data).root.member("reason")?.string) == "done"
            default: break
            }
        }
    }
}
