// What an app can know, and show, of an outbox.

public import Foundation

/// How an outbox stands.
public struct LocationOutboxStatus: Hashable, Sendable {
    /// How many places wait for the server to take them.
    public internal(set) var waiting: Int
    /// When the oldest of them was recorded; nil when none waits.
    public internal(set) var oldestWaiting: Date?
    /// When the server last took places, as far as this process knows.
    public internal(set) var lastDelivery: Date?
    /// How many places will never reach the server, since the outbox was made.
    public internal(set) var losses: LocationOutboxLosses
    /// The latest places that the server refused for good, the oldest first, with what it said.
    public internal(set) var refusals: [RefusedPlace]
    /// The devices whose places are kept back because the server refuses their key, and what it said.
    public internal(set) var held: [MiataruDeviceID: BaliseError]
    /// Why the last attempt to deliver came to nothing; nil when it came to its end.
    public internal(set) var problem: BaliseError?

    /// For how many seconds what the server knows has been behind; nil when it has everything. An app should show it
    /// when it is more than a moment: readers see an old place until then.
    public func secondsBehind(at now: Date) -> TimeInterval? {
        oldestWaiting.map { max(0, now.timeIntervalSince($0)) }
    }
}
