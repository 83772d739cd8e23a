import BaliseJSON

/// A change of a followed device.
public enum LivePlace: Hashable, Sendable {
    /// The device's current place. Places in between may be skipped.
    case place(LocationResult)
    /// The device is no longer visible: it has no place, or this viewer may no longer see it.
    case gone(LocationDeviceID)
    /// The list begins again: forget all earlier places. The current places follow.
    case reset
}

/// The places of devices: first the current places, then each new place.
///
/// The sequence reconnects after the last event, so no change is missed; ``connectionStates()`` shows when. It throws a
/// ``BaliseError`` when the server refuses for good (the session has ended, the key was changed), and for any failure
/// of the first connection: a server without streams answers 404. To stop it, cancel the task that reads, which then
/// throws `CancellationError`.
public struct LivePlaces: AsyncSequence, Sendable {
    /// A change of a device.
    public typealias Element = LivePlace

    let source: EventSource

    /// The iterator begins with the current places.
    public func makeAsyncIterator() -> Iterator { Iterator(events: ReconnectingEvents(source)) }

    /// Returns the state of the connection and every later state. Before a task reads the places, there is no state.
    /// Slow readers get only the newest. If several tasks read places, the state is that of the task that began last.
    public func connectionStates() -> AsyncStream<BaliseConnectionState> { source.connection.states() }

    /// Reads the events, and reconnects when needed.
    public struct Iterator: AsyncIteratorProtocol {
        private var events: ReconnectingEvents
        private var waiting: [LivePlace] = []

        init(events: ReconnectingEvents) { self.events = events }

        /// Waits for the next event.
        /// - Throws: A `BaliseError`; `CancellationError` when the task is cancelled.
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
    /// Reads an event; nil if the event is about no place.
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
