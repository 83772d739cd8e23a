import Models

/// The size and refill rate of a bucket: this many attempts at once, and then one more for each equal part of the window.
struct TokenBucketRate: Sendable {
    let burst: Int
    let millisecondsForOneMore: Int64

    /// An empty bucket is full again after `window`, which is positive.
    init(_ attempts: Int, in window: Duration) {
        let milliseconds = window.components.seconds * 1000 + window.components.attoseconds / 1_000_000_000_000_000
        burst = max(1, attempts)
        millisecondsForOneMore = max(1, milliseconds / Int64(burst))
    }

    /// In milliseconds.
    fileprivate func weight(_ count: Int) -> Int64 { Int64(count) * millisecondsForOneMore }
}

/// One bucket per name. A plain value: its owner locks it and passes the time. Each entry is the time at which its bucket will
/// be full again. An attempt moves it later, and fails if it would be more than a window ahead, so not even a wrong clock
/// leaves it further. An entry in the past has no effect.
struct TokenBuckets: Sendable {
    private let rate: TokenBucketRate
    /// The most entries; each takes 16 bytes plus the dictionary's share.
    private let memory: Int
    private var times: [Int: UnixTime] = [:]

    init(_ rate: TokenBucketRate, memory: Int = 20_000) {
        self.rate = rate
        self.memory = memory
    }

    var size: Int { times.count }

    var burst: Int { rate.burst }

    /// Takes attempts from a bucket. If there are too few it takes none, and returns the seconds until there are enough.
    mutating func acquire(_ count: Int = 1, of name: Int, at now: UnixTime) -> Int? {
        let furthest = now.adding(milliseconds: rate.weight(rate.burst))
        if let time = times[name], time > furthest { times[name] = furthest }
        let whole = max(times[name] ?? now, now).adding(milliseconds: rate.weight(count))
        guard whole <= furthest else { return furthest.seconds(until: whole) }
        if times[name] == nil { times.makeRoom(within: memory, isOver: { $0 <= now }) }
        times[name] = whole
        return nil
    }

    mutating func release(_ count: Int = 1, of name: Int, at now: UnixTime) {
        guard let whole = times[name]?.adding(milliseconds: -rate.weight(count)) else { return }
        times[name] = whole > now ? whole : nil
    }

    mutating func forget(_ name: Int) { times[name] = nil }

    /// A hash that changes with every start of the process, so no client can cause a collision.
    static func name(_ address: String, _ device: DeviceID? = nil) -> Int {
        var hasher = Hasher()
        hasher.combine(ClientNetwork(text: address).owner)
        hasher.combine(device)
        return hasher.finalize()
    }
}
