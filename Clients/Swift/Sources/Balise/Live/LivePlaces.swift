// Places as they come, over as many connections as that takes.

import BaliseJSON
import Foundation

/// What comes of devices that are looked at.
public enum LivePlace: Hashable, Sendable {
    /// Where a device is now. Places in between may be left out.
    case place(LocationResult)
    /// A device is not to be seen any more: it has no place, or it is not for this viewer to see.
    case gone(MiataruDeviceID)
    /// All places that came before are to be forgotten; those that there are follow.
    case reset
}

/// The places of devices as they come: first those that there are, then each new one.
///
/// When the connection breaks, or the server restarts, it connects again and goes on behind the last event that came, so
/// that no change is missed. It ends by throwing a ``BaliseError`` when the server refuses for good (the session has
/// ended, the key is another one), and at the first connection for whatever keeps it from being made: a server without
/// streams answers 404. To stop, cancel the task that reads.
public struct LivePlaces: AsyncSequence, Sendable {
    /// What comes.
    public typealias Element = LivePlace

    /// Asks for the stream behind an event; nil for the beginning.
    let open: @Sendable (_ lastEventID: String?) async throws(BaliseError) -> BaliseHTTPStream
    let pause: any BaliseSleeper

    /// Begins with what there is.
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
        private var waiting: [LivePlace] = []
        private var hasConnected = false
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

        /// The next event; waits for it.
        ///
        /// - Throws: A `BaliseError`.
        public mutating func next() async throws -> LivePlace? {
            while waiting.isEmpty {
                if parts == nil { try await connect() }
                do {
                    guard let part = try await parts?.next() else {
                        try Task.checkCancellation()
                        try await lose()
                        continue
                    }
                    try receive(part)
                } catch let error as BaliseError {
                    throw error
                } catch is CancellationError {
                    throw BaliseError.cancelled
                } catch {
                    if Task.isCancelled || error as? BaliseTransportError == .cancelled { throw BaliseError.cancelled }
                    try await lose()
                }
            }
            return waiting.removeFirst()
        }

        private mutating func connect() async throws {
            while true {
                do throws(BaliseError) {
                    let stream = try await open(lastEventID)
                    parts = stream.parts.makeAsyncIterator()
                    parser = EventStreamParser()
                    hasConnected = true
                    return
                } catch {
                    guard hasConnected, error.isPassing else { throw error }
                    var wait = waitBeforeConnecting
                    if case .refused(let refusal) = error, let told = refusal.retryAfter {
                        wait = Swift.max(wait, Double(told))
                    }
                    failures += 1
                    do { try await pause.sleep(seconds: wait) } catch { throw BaliseError.cancelled }
                }
            }
        }

        /// The connection is over.
        private mutating func lose() async throws {
            parts = nil
            let wait = waitBeforeConnecting
            failures += 1
            do { try await pause.sleep(seconds: wait) } catch { throw BaliseError.cancelled }
        }

        private var waitBeforeConnecting: Double {
            Swift.min(retry * Double(1 << Swift.min(failures, 10)), Swift.max(retry, Iterator.maximumWait))
        }

        private mutating func receive(_ part: Data) throws {
            guard let events = parser.read(part) else { throw BaliseError.unreadable("this is no stream of events") }
            if let told = parser.retry { retry = Double(told) / 1000 }
            for event in events {
                lastEventID = event.lastEventID.isEmpty ? lastEventID : event.lastEventID
                failures = 0
                if let place = try LivePlace(event) { waiting.append(place) }
            }
        }
    }
}

extension LivePlace {
    /// What an event says; nil for one that says nothing of places.
    init?(_ event: EventStreamParser.Event) throws(BaliseError) {
        do throws(JSONShapeError) {
            switch event.name {
            case "place": self = .place(try LocationResult(try LivePlace.json(event)))
            case "gone": self = .gone(try LivePlace.json(event).needed("Device"))
            case "reset": self = .reset
            default: return nil
            }
        } catch {
            throw .unreadable("an event of places cannot be read: \(error)")
        }
    }

    private static func json(_ event: EventStreamParser.Event) throws(JSONShapeError) -> JSONValue {
        do { return try JSONDocument(Array(event.data.utf8)).root } catch {
            throw JSONShapeError(.isNot("JSON"))
        }
    }
}

extension BaliseError {
    /// Whether connecting again may help.
    var isPassing: Bool {
        switch self {
        case .unreachable, .timedOut: true
        case .refused(let refusal): refusal.status == 429 || refusal.status >= 500
        default: false
        }
    }
}
