// Limits how many new devices one address may bring in, since each one takes a row of the database.

import Models
import Storage
import Synchronization

/// Limits the new devices of an address within a window. A device with a long id counts as several
/// (`DeviceID.weightAsNew`).
final class NewDeviceLimiter: Sendable {
    private let buckets: Mutex<TokenBuckets>

    init(_ rate: TokenBucketRate) { buckets = Mutex(TokenBuckets(rate)) }

    /// Runs a write that may create devices. The write is told how many are paid for, and refuses with `newDevices`
    /// when it needs more; those are then counted, and it runs again. Nearly all writes are of known devices, and cost
    /// nothing here.
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

    /// Counts devices; gives why not.
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
