// How many bytes of bodies are in memory.

import MessageBus
import Models
import ServiceSettings

/// Bounds the bytes of large bodies that are in memory at a time.
///
/// The first `free` bytes of each body are not counted, so that clients with large ones never take the place of all
/// others.
final class BodyBudget: Sendable {
    /// What every body may have.
    static let free = 64 << 10

    private let quota: Quota
    private let freed: FreedMemory

    init(bound: Int, freed: FreedMemory) {
        quota = Quota(bound)
        self.freed = freed
    }

    /// Holds bodies to the limits of a server. One body of the largest size has to fit in any case.
    convenience init(_ limits: HTTPLimits, freed: FreedMemory) {
        self.init(bound: max(limits.bodiesInFlightBytes, limits.maximumBodyBytes), freed: freed)
    }

    /// How many bytes are taken.
    var inUse: Int { quota.inUse }

    /// Takes `bytes` more; false, and nothing taken, when that is more than is left.
    fileprivate func acquire(_ bytes: Int) -> Bool { quota.acquire(bytes) }

    fileprivate func release(_ bytes: Int) {
        quota.release(bytes)
        freed.record(bytes)
    }
}

/// What one request has taken of the budget; given back when nothing refers to it any more.
final class BodyShare {
    private let budget: BodyBudget
    private var size = 0
    private var taken = 0

    init(of budget: BodyBudget) { self.budget = budget }

    deinit { if taken > 0 { budget.release(taken) } }

    /// Counts `bytes` more; throws 503 when the budget has no room for them.
    func add(_ bytes: Int) throws(EdgeError) {
        size += bytes
        let needed = size - BodyBudget.free - taken
        guard needed > 0 else { return }
        guard budget.acquire(needed) else {
            // What has arrived is of no use any more. Others may have its room before they hear of the refusal.
            if taken > 0 { budget.release(taken) }
            taken = 0
            throw EdgeError(.overloaded, "too many large bodies arrive at once; try again in a moment", retryAfter: 1)
        }
        taken += needed
    }
}
