// What becomes of a notification, over as many connections as that takes.

public import BaliseAPI
import BaliseJSON
import Foundation

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
    public func makeAsyncIterator() -> Iterator { Iterator(open: open, pause: pause) }

    /// Reads the events, and connects again where that is needed.
    public struct Iterator: AsyncIteratorProtocol {
        /// The longest wait before a connection, in seconds.
        private static let maximumWait = 30.0

        let open: @Sendable (_ lastEventID: String?) async throws(BaliseError) -> BaliseHTTPStream
        let pause: any BaliseSleeper
        private var parser = EventStreamParser()
        private var lastEventID: String?
        private var parts: AsyncThrowingStream<Data, any Error>.Iterator?
        private var waiting: [PublishedNotification] = []
        private var hasConnected = false
        private var isDone = false
        /// How often in a row nothing came.
        private var failures = 0
        private var retry = 2.0

        init(
            open: @escaping @Sendable (_ lastEventID: String?) async throws(BaliseError) -> BaliseHTTPStream,
            pause: any BaliseSleeper
        ) {
            self.open = open
            self.pause = pause
        }

        /// The next state; waits for it. Nil after the last.
        ///
        /// - Throws: A `BaliseError`.
        public mutating func next() async throws -> PublishedNotification? {
            while waiting.isEmpty {
                if isDone { return nil }
                if parts == nil { try await connect() }
                do {
                    if let part = try await parts?.next() {
                        try receive(part)
                        continue
                    }
                } catch let error as BaliseError {
                    throw error
                } catch {
                    if error is CancellationError || error as? BaliseTransportError == .cancelled {
                        throw BaliseError.cancelled
                    }
                }
                if Task.isCancelled { throw BaliseError.cancelled }
                if isDone { return nil }
                parts = nil
                try await wait(for: nil)
            }
            return waiting.removeFirst()
        }

        private mutating func connect() async throws {
            while true {
                do throws(BaliseError) {
                    parts = try await open(lastEventID).parts.makeAsyncIterator()
                    parser = EventStreamParser()
                    hasConnected = true
                    return
                } catch {
                    guard hasConnected, error.isPassing else { throw error }
                    try await wait(for: error)
                }
            }
        }

        /// Rests before the next connection, longer each time, and as long as the server asks for.
        private mutating func wait(for error: BaliseError?) async throws {
            var seconds = Swift.min(
                retry * Double(1 << Swift.min(failures, 10)), Swift.max(retry, Iterator.maximumWait))
            if case .refused(let refusal) = error, let asked = refusal.retryAfter {
                seconds = Swift.max(seconds, Double(asked))
            }
            failures += 1
            do { try await pause.sleep(seconds: seconds) } catch { throw BaliseError.cancelled }
        }

        private mutating func receive(_ part: Data) throws {
            guard let events = parser.read(part) else { throw BaliseError.unreadable("this is no stream of events") }
            if let told = parser.retry { retry = Double(told) / 1000 }
            for event in events {
                lastEventID = event.lastEventID.isEmpty ? lastEventID : event.lastEventID
                let data = Array(event.data.utf8)
                switch event.name {
                case "counts":
                    failures = 0
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
}
