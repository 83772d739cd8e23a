import Models
import ServiceRuntime
import Storage
import Synchronization

/// Counts wrong keys by device and client network. Every key is counted before it is checked, so guesses sent at the
/// same time all count. The right key always passes and is not counted; a wrong key beyond the limit is refused with
/// the time to wait.
final class DeviceKeyLimiter: Sendable {
    struct Counted: Sendable {
        fileprivate var names: [(device: DeviceID, name: Int)] = []
        /// The seconds to wait, for each device over its limit.
        fileprivate var waits: [(device: DeviceID, seconds: Int)] = []

        /// The seconds to wait; nil if the limit of the device is not reached.
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

    /// Removes the counts again, except that of a wrong key. The sender of a right key is the owner, so the owner's
    /// mistakes are forgotten, too.
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

/// Limits new devices per client network and window, since each new device takes a row. A device with a long id counts
/// as several (`DeviceID.weightAsNew`).
final class NewDeviceLimiter: Sendable {
    private let buckets: Mutex<TokenBuckets>

    init(_ rate: TokenBucketRate) { buckets = Mutex(TokenBuckets(rate)) }

    /// Runs a write that may create devices. The write gets the number already counted, and refuses with `newDevices`
    /// if it needs more. Then the missing devices are counted, and the write runs again. Almost all writes are for
    /// known devices and run once.
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

/// Limits wrong passwords of a share link, and new browsers of a share link with a limit of viewers. Wrong passwords
/// count by network, and for all networks together. Strangers can use up only the limit for all networks, so it applies
/// only after the first guesses of a network.
final class ShareLinkLimiter: Sendable {
    enum Guess: Hashable {
        /// The guess is counted. One of the network's first guesses does not count for all networks together.
        case counted(isFirst: Bool)
        /// The guess is not counted, and the user must wait for this number of seconds.
        case refused(wait: Int)
    }

    private struct State {
        var networks = TokenBuckets(TokenBucketRate(10, in: .seconds(60)))
        var firstGuesses = TokenBuckets(TokenBucketRate(5, in: .seconds(86_400)))
        var links = TokenBuckets(TokenBucketRate(100, in: .seconds(3600)))
        var viewers = TokenBuckets(TokenBucketRate(10, in: .seconds(3600)))
    }

    private let state = Mutex(State())

    func countGuess(_ link: Int64, from address: String, at now: UnixTime) -> Guess {
        let name = name(link, address)
        return state.withLock { state -> Guess in
            if let wait = state.networks.acquire(of: name, at: now) { return .refused(wait: wait) }
            if state.firstGuesses.acquire(of: name, at: now) == nil { return .counted(isFirst: true) }
            guard let wait = state.links.acquire(of: self.name(link), at: now) else { return .counted(isFirst: false) }
            state.networks.release(of: name, at: now)
            return .refused(wait: wait)
        }
    }

    /// Removes the count of a right password, and no other: the network may have other users.
    func takeBack(_ guess: Guess, _ link: Int64, from address: String, at now: UnixTime) {
        guard case .counted(let isFirst) = guess else { return }
        let name = name(link, address)
        state.withLock { state in
            state.networks.release(of: name, at: now)
            if isFirst {
                state.firstGuesses.release(of: name, at: now)
            } else {
                state.links.release(of: self.name(link), at: now)
            }
        }
    }

    /// Counts a new viewer. If the network has too many new viewers, counts nothing and returns the seconds to wait.
    func countViewer(_ link: Int64, from address: String, at now: UnixTime) -> Int? {
        let name = name(link, address)
        return state.withLock { $0.viewers.acquire(of: name, at: now) }
    }

    private func name(_ link: Int64, _ address: String? = nil) -> Int {
        var hasher = Hasher()
        hasher.combine(link)
        if let address { hasher.combine(ClientNetwork(text: address).owner) }
        return hasher.finalize()
    }
}

extension TokenBuckets {
    /// Returns a hash that differs after each start of the process, so no client can cause a collision.
    static func name(_ address: String, _ device: DeviceID? = nil) -> Int {
        var hasher = Hasher()
        hasher.combine(ClientNetwork(text: address).owner)
        hasher.combine(device)
        return hasher.finalize()
    }
}
