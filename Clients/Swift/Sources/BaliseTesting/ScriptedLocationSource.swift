public import Balise
import Foundation

/// A source of places that a test controls, on every system.
public final class ScriptedLocationSource: LocationSource, @unchecked Sendable {
    // The class is Sendable because the lock guards all state.
    private let lock = NSLock()
    private var observed: [LocationObservation] = []
    private let stream: AsyncStream<LocationEvent>
    private let event: AsyncStream<LocationEvent>.Continuation

    public init() { (stream, event) = AsyncStream.makeStream(of: LocationEvent.self) }

    /// The observations that the app has asked for. The current observation is the last.
    public var observations: [LocationObservation] { lock.withLock { observed } }

    /// Reports an event. Events wait for a reader, in the order of the calls.
    public func report(_ event: LocationEvent) { self.event.yield(event) }

    public func events() -> AsyncStream<LocationEvent> { stream }

    public func observe(_ observation: LocationObservation) { lock.withLock { observed.append(observation) } }
}
