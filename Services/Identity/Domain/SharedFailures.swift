// Failures that many have in common: of all who try one name, or of all names that one network tries.

import Models

/// Bounds failures that have something in common: so many are judged at once, and then one in each pause. A plain
/// value: its owner guards it and gives the time.
struct SharedFailures: Sendable {
    /// So many are judged at once.
    let free: Int
    /// The pause that each failure is paid for with, in milliseconds.
    private let pause: Int64
    /// The most keys remembered.
    private let capacity: Int
    /// When all failures have been paid for with a pause each, by what they have in common.
    private var paid: [Int: UnixTime] = [:]

    init(free: Int, pauseSeconds: Int64, capacity: Int) {
        self.free = free
        pause = pauseSeconds * 1000
        self.capacity = capacity
    }

    /// How many keys are remembered.
    var count: Int { paid.count }

    /// When another failure may be judged.
    func opening(of key: Int, at now: UnixTime) -> UnixTime {
        guard let paid = paid[key], !isAbsurd(paid, at: now) else { return now }
        return UnixTime(milliseconds: paid.rawValue - pause * Int64(free - 1))
    }

    /// Counts a failure.
    mutating func charge(_ key: Int, at now: UnixTime) {
        if paid[key] == nil { makeRoom(at: now) }
        let before = paid[key].flatMap { isAbsurd($0, at: now) ? nil : $0 } ?? now
        paid[key] = UnixTime(milliseconds: max(before, now).rawValue + pause)
    }

    /// Takes a failure back that was none.
    mutating func release(_ key: Int) {
        guard let before = paid[key] else { return }
        paid[key] = UnixTime(milliseconds: before.rawValue - pause)
    }

    /// Forgets all failures of a key.
    mutating func forget(_ key: Int) { paid[key] = nil }

    /// Whether a moment lies further ahead than any that is kept: it is from before the clock was set back.
    private func isAbsurd(_ paid: UnixTime, at now: UnixTime) -> Bool {
        paid > furthest(at: now)
    }

    private func furthest(at now: UnixTime) -> UnixTime { now.adding(milliseconds: pause * Int64(free + 1)) }

    /// First goes what is over, then what has the least to pay.
    private mutating func makeRoom(at now: UnixTime) {
        let furthest = furthest(at: now)
        paid.makeRoom(within: capacity, isOver: { $0 <= now || $0 > furthest }, firstGoes: <)
    }
}
