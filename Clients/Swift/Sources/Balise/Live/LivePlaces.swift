import BaliseJSON

/// A change of a followed device.
public enum LivePlace: Hashable, Sendable {
    /// The device's current place. Places in between may be skipped.
    case place(LocationResult)
    /// The device is no longer visible: it has no place, or this viewer may not see it.
    case gone(LocationDeviceID)
    /// Forget all earlier places. The current ones follow.
    case reset
}

/// The places of devices: first the current ones, then each new one.
///
/// It reconnects after the last event, so no change is missed; ``connectionStates()`` shows when. It throws a
/// ``BaliseError`` when the server refuses for good (the session has ended, the key was changed), and for any failure
/// of the first connection: a server without streams answers 404. To stop, cancel the task that reads, which then
/// throws `CancellationError`.
public struct LivePlaces: AsyncSequence, Sendable {
    /// A change of a device.
    public typealias Element = LivePlace

    let source: EventSource

    /// Begins with the current places.
    public func makeAsyncIterator() -> Iterator { Iterator(events: ReconnectingEvents(source)) }

    /// Returns the state of the connection and every later one; at first none, if no task has read the places yet. A
    /// slow reader skips the ones in between. Of several tasks that read the places, the state is of the one that began
    /// last.
    public func connectionStates() -> AsyncStream<BaliseConnectionState> { source.connection.states() }

    /// Reads the events, and reconnects when needed.
    public struct Iterator: AsyncIteratorProtocol {
        private var events: ReconnectingEvents
        private var waiting: [LivePlace] = []

        init(events: ReconnectingEvents) { self.events = events }

        /// Waits for the next event.
        /// - Throws: A `BaliseError`, or `CancellationError`.
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
    /// Reads an event; nil for one without a place.
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
