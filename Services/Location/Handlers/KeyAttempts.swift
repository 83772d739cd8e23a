// The keys that a request shows, counted before they are judged.

import Models
import Synchronization

/// Counts wrong device keys by device and address.
///
/// Every key counts before it is judged, so that many at once are not judged for the price of one. It is judged all the
/// same, however many were wrong: the right key passes and counts for nothing. A wrong one beyond the budget is told to
/// wait.
final class KeyAttempts: Sendable {
    /// What was counted for one request.
    struct Counted: Sendable {
        fileprivate var names: [(device: DeviceID, name: Int)] = []
        /// How long to wait, in seconds, by the devices whose budget was used up.
        fileprivate var waits: [(device: DeviceID, seconds: Int)] = []

        /// After how many seconds a key of the device may be shown again; nil when the budget was not used up.
        func wait(for device: DeviceID) -> Int? { waits.first { $0.device == device }?.seconds }
    }

    private let counts: Mutex<AttemptCounts>

    init(_ rate: AttemptRate) { counts = Mutex(AttemptCounts(rate)) }

    /// Counts a key for each device, from one address.
    func count(_ devices: [DeviceID], from address: String, at now: UnixTime) -> Counted {
        var counted = Counted()
        guard !devices.isEmpty else { return counted }
        let names = devices.map { (device: $0, name: AttemptCounts.name(address, $0)) }
        counts.withLock { counts in
            for (device, name) in names {
                if let wait = counts.acquire(of: name, at: now) {
                    counted.waits.append((device, wait))
                } else {
                    counted.names.append((device, name))
                }
            }
        }
        return counted
    }

    /// Takes back what was counted, but for the device whose key was wrong. Who has shown a right key is the owner, whose
    /// earlier mistakes count no more.
    func settle(
        _ counted: Counted, wrong: DeviceID? = nil, proven: [DeviceID] = [], from address: String, at now: UnixTime
    ) {
        guard !counted.names.isEmpty || !proven.isEmpty else { return }
        counts.withLock { counts in
            for (device, name) in counted.names where device != wrong { counts.release(of: name, at: now) }
            for device in proven { counts.forget(AttemptCounts.name(address, device)) }
        }
    }
}
