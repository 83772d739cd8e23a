public import Foundation

/// The status of an outbox, for an app to show.
public struct LocationOutboxStatus: Hashable, Sendable {
    /// The number of places that wait for the server.
    public internal(set) var waiting: Int
    /// The recording time of the oldest of them; nil when none waits.
    public internal(set) var oldestWaiting: Date?
    /// The last time the server accepted places, as far as this process knows.
    public internal(set) var lastDelivery: Date?
    /// The places that will never reach the server, counted since the outbox was created.
    public internal(set) var losses: OutboxLosses
    /// The latest places that the server refused for good, the oldest first, with the reasons.
    public internal(set) var refusals: [RefusedPlace]
    /// The devices that are held because the server refuses their key, with the refusals.
    public internal(set) var held: [LocationDeviceID: BaliseError]
    /// The failure of the last delivery; nil if it succeeded.
    public internal(set) var problem: BaliseError?

    /// The seconds that the server is behind; nil if it has every place. Readers see an old place until then.
    public func secondsBehind(at now: Date) -> TimeInterval? {
        oldestWaiting.map { max(0, now.timeIntervalSince($0)) }
    }
}

/// A place that the server refused for good.
public struct RefusedPlace: Hashable, Sendable {
    let refusal: OutboxRefusal<WaitingLocation>

    /// The device that was there.
    public var device: LocationDeviceID { refusal.entry.owner }
    /// The refused place.
    public var location: DeviceLocation { refusal.entry.item.location }
    /// The server's reason.
    public var reason: String { refusal.reason }
}
