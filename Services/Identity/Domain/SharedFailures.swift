import Models

/// Limits failures with a common key: a burst, and then one failure per pause. A plain value: its owner locks it and passes the
/// time.
struct SharedFailures: Sendable {
    let free: Int
    /// In milliseconds.
    private let pause: Int64
    private let capacity: Int
    /// By key, the time when one pause per failure will have passed.
    private var paid: [Int: UnixTime] = [:]

    init(free: Int, pauseSeconds: Int64, capacity: Int) {
        self.free = free
        pause = pauseSeconds * 1000
        self.capacity = capacity
    }

    var count: Int { paid.count }

    func opening(of key: Int, at now: UnixTime) -> UnixTime {
        guard let paid = paid[key], !isAbsurd(paid, at: now) else { return now }
        return UnixTime(milliseconds: paid.rawValue - pause * Int64(free - 1))
    }

    mutating func charge(_ key: Int, at now: UnixTime) {
        if paid[key] == nil { makeRoom(at: now) }
        let before = paid[key].flatMap { isAbsurd($0, at: now) ? nil : $0 } ?? now
        paid[key] = UnixTime(milliseconds: max(before, now).rawValue + pause)
    }

    mutating func release(_ key: Int) {
        guard let before = paid[key] else { return }
        paid[key] = UnixTime(milliseconds: before.rawValue - pause)
    }

    mutating func forget(_ key: Int) { paid[key] = nil }

    /// Returns whether a time is further ahead than any valid one: it is from before the clock was set back.
    private func isAbsurd(_ paid: UnixTime, at now: UnixTime) -> Bool {
        paid > furthest(at: now)
    }

    private func furthest(at now: UnixTime) -> UnixTime { now.adding(milliseconds: pause * Int64(free + 1)) }

    /// Removes expired keys first, then those with the shortest wait.
    private mutating func makeRoom(at now: UnixTime) {
        let furthest = furthest(at: now)
        paid.makeRoom(within: capacity, isOver: { $0 <= now || $0 > furthest }, firstGoes: <)
    }
}
