import HTTPTypes
import MessageBus
import Models
import NIOCore
import NIOHTTPTypes
import ServiceSettings

/// Limits the bytes of large bodies that are arriving, or waiting for their clients. The first bytes of each body are
/// not counted, so that clients with large bodies never block all others.
final class BodyBudget: Sendable {
    /// The bytes of every request body that are not counted.
    static let free = 64 << 10
    /// The bytes of every answer that are not counted. Nearly all answers are smaller.
    static let freeOfAnswers = 16 << 10
    /// The number of addresses that can fill the budget of answers.
    private static let addresses = 8

    fileprivate let free: Int
    private let bound: Int
    private let quota: Quota
    private let freed: FreedMemory
    private let whole: BodyBudget?
    fileprivate let refusal: String

    private init(free: Int, bound: Int, freed: FreedMemory, partOf whole: BodyBudget? = nil, refusal: String) {
        self.free = free
        self.bound = bound
        quota = Quota(bound)
        self.freed = freed
        self.whole = whole
        self.refusal = refusal
    }

    convenience init(bound: Int, freed: FreedMemory) {
        self.init(
            free: BodyBudget.free, bound: bound, freed: freed,
            refusal: "too many large bodies arrive at once; try again in a moment")
    }

    /// Makes the budget of bodies. A body of the maximum size always fits into it.
    convenience init(_ limits: HTTPLimits, freed: FreedMemory) {
        self.init(bound: max(limits.bodiesInFlightBytes, limits.maximumBodyBytes), freed: freed)
    }

    convenience init(ofAnswers limits: HTTPLimits, freed: FreedMemory) {
        self.init(
            free: BodyBudget.freeOfAnswers, bound: limits.answersWaitingBytes, freed: freed,
            refusal: "too many large answers wait to be read; read them, or try again in a moment")
    }

    func ofOneAddress() -> BodyBudget {
        BodyBudget(free: free, bound: bound / BodyBudget.addresses, freed: freed, partOf: self, refusal: refusal)
    }

    var inUse: Int { quota.inUse }

    /// Takes bytes. Returns false and takes nothing if too few are left. A size above the whole budget takes all of it.
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
}

/// A part of the budget. It is given back with the last reference.
final class BodyShare {
    private let budget: BodyBudget
    private var size = 0
    private var taken = 0

    init(of budget: BodyBudget) { self.budget = budget }

    deinit { if taken > 0 { budget.release(taken) } }

    /// Counts this many further bytes of the body. Throws 503 if the budget has no room for them.
    func add(_ bytes: Int) throws(EdgeError) {
        size += bytes
        let needed = size - budget.free - taken
        guard needed > 0 else { return }
        guard budget.acquire(needed) else {
            // The bytes are useless now, so other requests get their room before the refusal is read.
            if taken > 0 { budget.release(taken) }
            taken = 0
            throw EdgeError(.overloaded, budget.refusal, retryAfter: 1)
        }
        taken += needed
    }
}

/// Reads a body. Throws 413 above `limit`, at once if the announced length is above it, and 503 if the bodies in memory
/// use up the budget. Memory is reserved for the announced length, but used only as bytes arrive.
func readBody(
    _ parts: ConnectionParts, announced: Int?, limit: Int, share: BodyShare
) async throws(EdgeError) -> [UInt8] {
    if let announced, announced > limit { throw .tooLarge(limit: limit) }
    var whole: [UInt8] = []
    do {
        while case .body(let part) = try await parts.next() {
            guard whole.count + part.readableBytes <= limit else { throw EdgeError.tooLarge(limit: limit) }
            try share.add(part.readableBytes)
            // One allocation of the full size is enough, because pages that are not written use no memory.
            if whole.isEmpty { whole.reserveCapacity(announced ?? part.readableBytes) }
            whole.append(contentsOf: part.readableBytesView)
        }
    } catch let error as EdgeError {
        throw error
    } catch {
        // The connection is broken, so the client will not get this answer.
        var broken = EdgeError.invalid("the body did not arrive")
        broken.closesConnection = true
        throw broken
    }
    return whole
}
