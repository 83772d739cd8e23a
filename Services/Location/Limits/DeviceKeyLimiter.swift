import Models
import Synchronization

/// Counts wrong keys by device and client network. Every key is counted before it is checked, so guesses sent at the same time
/// all count. The right key always passes and is not counted; a wrong one beyond the limit is refused with the time to wait.
final class DeviceKeyLimiter: Sendable {
    struct Counted: Sendable {
        fileprivate var names: [(device: DeviceID, name: Int)] = []
        /// In seconds, for each device over its limit.
        fileprivate var waits: [(device: DeviceID, seconds: Int)] = []

        /// In seconds; nil if the limit is not reached.
        func wait(for device: DeviceID) -> Int? { waits.first { $0.device == device }?.seconds }
    }

    private let buckets: Mutex<TokenBuckets>

    init(_ rate: TokenBucketRate) { buckets = Mutex(TokenBuckets(rate)) }

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

    /// Removes the counts, except for the device with the wrong key. A sender of the right key is the owner, so their mistakes
    /// are forgotten too.
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
