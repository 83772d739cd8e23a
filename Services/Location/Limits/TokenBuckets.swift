// Token buckets: how many attempts each of many has left.

import Models

/// How many tokens a bucket holds, and how fast it fills again: so many attempts at once, and from then on one more each
/// time that a share of the window has passed.
struct TokenBucketRate: Sendable {
    let burst: Int
    let millisecondsForOneMore: Int64

    /// - Parameter window: the time in which all attempts are given back; positive.
    init(_ attempts: Int, in window: Duration) {
        let milliseconds = window.components.seconds * 1000 + window.components.attoseconds / 1_000_000_000_000_000
        burst = max(1, attempts)
        millisecondsForOneMore = max(1, milliseconds / Int64(burst))
    }

    /// What a number of attempts weighs, in milliseconds.
    fileprivate func weight(_ count: Int) -> Int64 { Int64(count) * millisecondsForOneMore }
}

/// A token bucket for each name, out of which attempts are paid; a name is a hash of who tries (`name`). A plain value:
/// its owner guards it and tells it the time.
///
/// Each entry is the moment at which all attempts will have been given back. Every attempt moves it further away, and
/// no attempt is left when that would be further than the burst allows. An entry whose moment has passed means nothing.
/// None lies further ahead than the burst, so after a wrong clock nobody waits longer than a window.
struct TokenBuckets: Sendable {
    private let rate: TokenBucketRate
    /// The most entries remembered, 16 bytes and the dictionary's share each.
    private let memory: Int
    private var times: [Int: UnixTime] = [:]

    init(_ rate: TokenBucketRate, memory: Int = 20_000) {
        self.rate = rate
        self.memory = memory
    }

    /// How many entries are remembered.
    var size: Int { times.count }

    /// The most attempts at one time.
    var burst: Int { rate.burst }

    /// Counts attempts. When there are not so many left it counts none and gives the seconds after which there are.
    mutating func acquire(_ count: Int = 1, of name: Int, at now: UnixTime) -> Int? {
        let furthest = now.adding(milliseconds: rate.weight(rate.burst))
        if let time = times[name], time > furthest { times[name] = furthest }
        let whole = max(times[name] ?? now, now).adding(milliseconds: rate.weight(count))
        guard whole <= furthest else { return furthest.seconds(until: whole) }
        if times[name] == nil { times.makeRoom(within: memory, isOver: { $0 <= now }) }
        times[name] = whole
        return nil
    }

    /// Takes counted attempts back.
    mutating func release(_ count: Int = 1, of name: Int, at now: UnixTime) {
        guard let whole = times[name]?.adding(milliseconds: -rate.weight(count)) else { return }
        times[name] = whole > now ? whole : nil
    }

    /// Forgets all attempts of one.
    mutating func forget(_ name: Int) { times[name] = nil }

    /// A short stand-in for an address and, where it counts for one device alone, the device. It differs with every
    /// start of the process, so nobody can make two meet.
    static func name(_ address: String, _ device: DeviceID? = nil) -> Int {
        var hasher = Hasher()
        hasher.combine(ClientNetwork(text: address).owner)
        hasher.combine(device)
        return hasher.finalize()
    }
}
