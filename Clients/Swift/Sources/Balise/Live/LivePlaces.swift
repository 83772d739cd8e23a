// Places as they come, over as many connections as that takes.

import BaliseJSON

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
    public func makeAsyncIterator() -> Iterator { Iterator(events: ReconnectingEvents(open: open, pause: pause)) }

    /// Reads the events, and connects again where that is needed.
    public struct Iterator: AsyncIteratorProtocol {
        private var events: ReconnectingEvents
        private var waiting: [LivePlace] = []

        init(events: ReconnectingEvents) { self.events = events }

        /// The next event; waits for it.
        ///
        /// - Throws: A `BaliseError`.
        public mutating func next() async throws -> LivePlace? {
            while waiting.isEmpty {
                for event in try await events.next() {
                    events.clearFailures()
                    if let place = try LivePlace(event) { waiting.append(place) }
                }
            }
            return waiting.removeFirst()
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
