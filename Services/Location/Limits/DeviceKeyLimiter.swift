// Counts the device keys that requests show, to slow down whoever guesses one.

import Models
import Synchronization

/// Counts wrong device keys by device and address.
///
/// A key is counted before it is checked, so that guesses sent at the same time all count. It is checked however many
/// were wrong before: the right key always passes and is not counted. A wrong key beyond the limit is answered with the
/// time to wait.
final class DeviceKeyLimiter: Sendable {
    /// What was counted for one request.
    struct Counted: Sendable {
        fileprivate var names: [(device: DeviceID, name: Int)] = []
        /// How long to wait, in seconds, for each device whose limit was used up.
        fileprivate var waits: [(device: DeviceID, seconds: Int)] = []

        /// After how many seconds a key of the device may be shown again; nil when the limit was not used up.
        func wait(for device: DeviceID) -> Int? { waits.first { $0.device == device }?.seconds }
    }

    private let buckets: Mutex<TokenBuckets>

    init(_ rate: TokenBucketRate) { buckets = Mutex(TokenBuckets(rate)) }

    /// Counts a key for each device, from one address.
    func count(_ devices: [DeviceID], from address: String, at now: UnixTime) -> Counted {
        var counted = Counted()
        guard !devices.isEmpty else { return counted }
        let names = devices.map { (device: $0, name: TokenBuckets.name(address, $0)) }
        buckets.withLock { buckets in
            for (device, name) in names {
                if let wait = buckets.acquire(of: name, at: now) {
                    counted.waits.append((device, wait))
                } else {
                    counted.names.append((device, name))
                }
            }
        }
        return counted
    }

    /// Takes back what was counted, except for the device whose key was wrong. Whoever showed the right key of a device
    /// is its owner, so their earlier mistakes are forgotten.
    func settle(
        _ counted: Counted, wrong: DeviceID? = nil, proven: [DeviceID] = [], from address: String, at now: UnixTime
    ) {
        guard !counted.names.isEmpty || !proven.isEmpty else { return }
        buckets.withLock { buckets in
            for (device, name) in counted.names where device != wrong { buckets.release(of: name, at: now) }
            for device in proven { buckets.forget(TokenBuckets.name(address, device)) }
        }
    }
}
