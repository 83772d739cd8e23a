// How many bytes of bodies are in memory.

import MessageBus
import Models
import ServiceSettings

/// Bounds the bytes of large bodies that are in memory at a time: of those that arrive, or of those that wait for their
/// clients to read them.
///
/// The first bytes of each body are not counted, so that clients with large ones never take the place of all
/// others.
final class BodyBudget: Sendable {
    /// What every body of a request may have.
    static let free = 64 << 10
    /// What every answer may have: nearly all have less.
    static let freeOfAnswers = 16 << 10
    /// How many addresses may fill the budget of answers.
    private static let addresses = 8

    fileprivate let free: Int
    private let bound: Int
    private let quota: Quota
    private let freed: FreedMemory
    /// The budget that this one is a part of.
    private let whole: BodyBudget?
    /// What a client is told whose body has no room.
    private let refusal: String

    private init(free: Int, bound: Int, freed: FreedMemory, partOf whole: BodyBudget? = nil, refusal: String) {
        self.free = free
        self.bound = bound
        quota = Quota(bound)
        self.freed = freed
        self.whole = whole
        self.refusal = refusal
    }

    /// Bounds what arrives.
    convenience init(bound: Int, freed: FreedMemory) {
        self.init(
            free: BodyBudget.free, bound: bound, freed: freed,
            refusal: "too many large bodies arrive at once; try again in a moment")
    }

    /// Holds what arrives to the limits of a server. One body of the largest size has to fit in any case.
    convenience init(_ limits: HTTPLimits, freed: FreedMemory) {
        self.init(bound: max(limits.bodiesInFlightBytes, limits.maximumBodyBytes), freed: freed)
    }

    /// Holds the answers that wait to the limits of a server.
    convenience init(ofAnswers limits: HTTPLimits, freed: FreedMemory) {
        self.init(
            free: BodyBudget.freeOfAnswers, bound: limits.answersWaitingBytes, freed: freed,
            refusal: "too many large answers wait to be read; read them, or try again in a moment")
    }

    /// What one address may have of this budget, so that none of them takes all.
    func ofOneAddress() -> BodyBudget {
        BodyBudget(
            free: free, bound: bound / BodyBudget.addresses, freed: freed, partOf: self, refusal: refusal)
    }

    /// How many bytes are taken.
    var inUse: Int { quota.inUse }

    /// Takes `bytes` more; false, and nothing taken, when that is more than is left. What is larger than there can be
    /// takes all.
    fileprivate func acquire(_ bytes: Int) -> Bool {
        let counted = min(bytes, bound)
        guard quota.acquire(counted) else { return false }
        guard let whole, !whole.acquire(counted) else { return true }
        quota.release(counted)
        return false
    }

    fileprivate func release(_ bytes: Int) {
        let counted = min(bytes, bound)
        quota.release(counted)
        if let whole { whole.release(counted) } else { freed.record(bytes) }
    }

    fileprivate var overload: EdgeError { EdgeError(.overloaded, refusal, retryAfter: 1) }
}

/// What one request, or its answer, has taken of a budget; given back when nothing refers to it any more.
final class BodyShare {
    private let budget: BodyBudget
    private var size = 0
    private var taken = 0

    init(of budget: BodyBudget) { self.budget = budget }

    deinit { if taken > 0 { budget.release(taken) } }

    /// Counts `bytes` more; throws 503 when the budget has no room for them.
    func add(_ bytes: Int) throws(EdgeError) {
        size += bytes
        let needed = size - budget.free - taken
        guard needed > 0 else { return }
        guard budget.acquire(needed) else {
            // What has arrived is of no use any more. Others may have its room before they hear of the refusal.
            if taken > 0 { budget.release(taken) }
            taken = 0
            throw budget.overload
        }
        taken += needed
    }
}
