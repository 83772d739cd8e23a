import Models
import Storage
import Synchronization

/// Limits new devices per client network and window, since each new device takes a row. One with a long id counts as several
/// (`DeviceID.weightAsNew`).
final class NewDeviceLimiter: Sendable {
    private let buckets: Mutex<TokenBuckets>

    init(_ rate: TokenBucketRate) { buckets = Mutex(TokenBuckets(rate)) }

    /// Runs a write that may create devices. It gets the number already counted, and refuses with `newDevices` if it needs
    /// more; then those are counted, and it runs again. Almost all writes are for known devices and run once.
    func count<Value>(
        from address: String, at now: UnixTime,
        _ write: (_ atMost: Int) async throws(LocationStoreError) -> Value
    ) async throws(LocationStoreError) -> Value {
        let name = TokenBuckets.name(address)
        var counted = 0
        while true {
            let needed: Int
            do throws(LocationStoreError) {
                return try await write(counted)
            } catch {
                guard case .refused(.newDevices(let count)) = error, count > counted else {
                    release(counted, of: name, at: now)
                    throw error
                }
                needed = count
            }
            if let refusal = acquire(needed - counted, of: name, at: now) {
                release(counted, of: name, at: now)
                throw .refused(refusal)
            }
            counted = needed
        }
    }

    private func acquire(_ count: Int, of name: Int, at now: UnixTime) -> Refusal? {
        buckets.withLock { buckets in
            guard count <= buckets.burst else { return .moreNewDevicesThanEver(buckets.burst) }
            return buckets.acquire(count, of: name, at: now).map { .tooManyNewDevices(retryAfter: $0) }
        }
    }

    private func release(_ count: Int, of name: Int, at now: UnixTime) {
        guard count > 0 else { return }
        buckets.withLock { $0.release(count, of: name, at: now) }
    }
}
