public import Models

/// The size and refill rate of a bucket: this many attempts at once, then one more for each equal part of the window.
public struct TokenBucketRate: Sendable {
    let burst: Int
    private let millisecondsForOneMore: Int64

    /// An empty bucket is full again after `window`, which is positive.
    public init(_ attempts: Int, in window: Duration) {
        let milliseconds = window.components.seconds * 1000 + window.components.attoseconds / 1_000_000_000_000_000
        burst = max(1, attempts)
        millisecondsForOneMore = max(1, milliseconds / Int64(burst))
    }

    /// The time that refills so many attempts, in milliseconds.
    fileprivate func weight(_ count: Int) -> Int64 { Int64(count) * millisecondsForOneMore }
}

/// One bucket per name. A plain value: its owner locks it and passes the time. Each entry is the time at which its
/// bucket will be full again. An attempt moves the time later, and fails if the time would be more than a window ahead,
/// so not even a wrong clock leaves it further ahead. An entry in the past has no effect.
public struct TokenBuckets: Sendable {
    private let rate: TokenBucketRate
    /// The most entries; each takes 16 bytes plus the dictionary's share.
    private let memory: Int
    private var times: [Int: UnixTime] = [:]

    /// Makes full buckets.
    public init(_ rate: TokenBucketRate, memory: Int = 20_000) {
        self.rate = rate
        self.memory = memory
    }

    /// The number of entries.
    public var size: Int { times.count }

    /// The attempts in a full bucket.
    public var burst: Int { rate.burst }

    /// Takes attempts from a bucket. With too few, it takes none and returns the seconds until there are enough.
    public mutating func acquire(_ count: Int = 1, of name: Int, at now: UnixTime) -> Int? {
        let furthest = now.adding(milliseconds: rate.weight(rate.burst))
        if let time = times[name], time > furthest { times[name] = furthest }
        let whole = max(times[name] ?? now, now).adding(milliseconds: rate.weight(count))
        guard whole <= furthest else { return furthest.seconds(until: whole) }
        if times[name] == nil { times.makeRoom(within: memory, isOver: { $0 <= now }) }
        times[name] = whole
        return nil
    }

    /// Puts attempts back into a bucket.
    public mutating func release(_ count: Int = 1, of name: Int, at now: UnixTime) {
        guard let whole = times[name]?.adding(milliseconds: -rate.weight(count)) else { return }
        times[name] = whole > now ? whole : nil
    }

    /// Fills a bucket.
    public mutating func forget(_ name: Int) { times[name] = nil }
}
