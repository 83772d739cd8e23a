public import Balise
import Foundation

/// A source of places that a test controls, on every system.
public final class ScriptedLocationSource: LocationSource, @unchecked Sendable {
    // Sendable: the lock guards all state.
    private let lock = NSLock()
    private var observed: [LocationObservation] = []
    private let stream: AsyncStream<LocationEvent>
    private let event: AsyncStream<LocationEvent>.Continuation

    public init() { (stream, event) = AsyncStream.makeStream(of: LocationEvent.self) }

    /// What was to be observed so far, the current observation last.
    public var observations: [LocationObservation] { lock.withLock { observed } }

    /// Reports an event, in the order of the calls. It waits for a reader.
    public func report(_ event: LocationEvent) { self.event.yield(event) }

    public func events() -> AsyncStream<LocationEvent> { stream }

    public func observe(_ observation: LocationObservation) { lock.withLock { observed.append(observation) } }
}
