import MessageBus
import Models
import ServiceSettings

/// Limits the bytes of large bodies in memory at a time: of incoming ones, or of those that wait for their clients to
/// read.
///
/// The first bytes of each body are not counted, so that clients with large bodies never block all others.
final class BodyBudget: Sendable {
    /// The uncounted bytes of every request body.
    static let free = 64 << 10
    /// The uncounted bytes of every answer; nearly all answers are smaller.
    static let freeOfAnswers = 16 << 10
    /// The number of addresses that can fill the budget of answers.
    private static let addresses = 8

    fileprivate let free: Int
    private let bound: Int
    private let quota: Quota
    private let freed: FreedMemory
    /// The budget that contains this one.
    private let whole: BodyBudget?
    /// The error text for a body without room.
    private let refusal: String

    private init(free: Int, bound: Int, freed: FreedMemory, partOf whole: BodyBudget? = nil, refusal: String) {
        self.free = free
        self.bound = bound
        quota = Quota(bound)
        self.freed = freed
        self.whole = whole
        self.refusal = refusal
    }

    /// Limits incoming bodies.
    convenience init(bound: Int, freed: FreedMemory) {
        self.init(
            free: BodyBudget.free, bound: bound, freed: freed,
            refusal: "too many large bodies arrive at once; try again in a moment")
    }

    /// Limits incoming bodies to a server's limits. One body of the maximum size always fits.
    convenience init(_ limits: HTTPLimits, freed: FreedMemory) {
        self.init(bound: max(limits.bodiesInFlightBytes, limits.maximumBodyBytes), freed: freed)
    }

    /// Limits waiting answers to a server's limits.
    convenience init(ofAnswers limits: HTTPLimits, freed: FreedMemory) {
        self.init(
            free: BodyBudget.freeOfAnswers, bound: limits.answersWaitingBytes, freed: freed,
            refusal: "too many large answers wait to be read; read them, or try again in a moment")
    }

    /// The part of this budget for one address, so that no address takes all.
    func ofOneAddress() -> BodyBudget {
        BodyBudget(
            free: free, bound: bound / BodyBudget.addresses, freed: freed, partOf: self, refusal: refusal)
    }

    var inUse: Int { quota.inUse }

    /// Takes `bytes`; false, and nothing taken, if fewer are left. A size above the whole budget takes all of it.
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

/// The part of a budget that one request or answer has taken; the last release of the reference gives it back.
final class BodyShare {
    private let budget: BodyBudget
    private var size = 0
    private var taken = 0

    init(of budget: BodyBudget) { self.budget = budget }

    deinit { if taken > 0 { budget.release(taken) } }

    /// Counts `bytes` more; throws 503 if the budget has no room for them.
    func add(_ bytes: Int) throws(EdgeError) {
        size += bytes
        let needed = size - budget.free - taken
        guard needed > 0 else { return }
        guard budget.acquire(needed) else {
            // The bytes so far are useless now. Other requests may use their room before the client has read the
            // refusal.
            if taken > 0 { budget.release(taken) }
            taken = 0
            throw budget.overload
        }
        taken += needed
    }
}
