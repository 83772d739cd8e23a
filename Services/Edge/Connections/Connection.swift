// What the edge knows of one connection.

import Models
import NIOCore
import Synchronization

/// One connection: its peer, what it is doing, and the slot (of the peer's concurrent requests) that its request takes.
///
/// HTTP/1 answers one request after the other, so a connection takes one slot at most. It has it until the client has
/// read the answer but for what fits into the connection's own buffers.
final class Connection: Sendable {
    /// The peer's address without its port; empty for a socket that has none.
    let peer: String
    /// Whether the peer is a proxy whose forwarded headers count.
    let isTrustedProxy: Bool

    private struct Taken {
        var counter: AddressConcurrencyLimiter.Counter
        /// Whether the counter was taken for this request only: behind a proxy, each request may have another client.
        var isHeldForRequest: Bool
    }

    private struct HangUp {
        var hasCome = false
        /// Whether it cancels `work`.
        var endsWork = false
        /// What works for the connection.
        var work: Task<Void, Never>?
    }

    private let limiter: AddressConcurrencyLimiter
    private let ownCounter: AddressConcurrencyLimiter.Counter
    private let taken = Mutex<Taken?>(nil)
    private let hangUp = Mutex(HangUp())
    private let spoke = Atomic(false)
    /// The uptime in nanoseconds since when nothing is in progress; 0 while something is.
    private let quietSince: Atomic<UInt64>

    init(peer: String, proxies: TrustedProxies, limiter: AddressConcurrencyLimiter, now: NIODeadline = .now()) {
        self.peer = peer
        self.limiter = limiter
        isTrustedProxy = proxies.contains(peer)
        ownCounter = limiter.hold(peer)
        quietSince = Atomic(now.uptimeNanoseconds)
    }

    deinit {
        releaseSlot()
        limiter.drop(ownCounter)
    }

    // MARK: What it is doing

    /// Whether anything has ever come.
    var hasSpoken: Bool { spoke.load(ordering: .relaxed) }

    /// Since when nothing is in progress; nil while something is.
    var quiet: NIODeadline? {
        let since = quietSince.load(ordering: .relaxed)
        return since == 0 ? nil : .uptimeNanoseconds(since)
    }

    /// Something came.
    func recordBusy() {
        spoke.store(true, ordering: .relaxed)
        quietSince.store(0, ordering: .relaxed)
    }

    /// All that came is answered.
    func recordQuiet(at now: NIODeadline) { quietSince.store(now.uptimeNanoseconds, ordering: .relaxed) }

    /// The client has closed its side, or the connection is gone. Which of the two it is, only a write would tell; so
    /// what works for the client goes on and keeps its slot, but for what has no end of its own.
    func recordHangUp() {
        let work = hangUp.withLock { state in
            state.hasCome = true
            return state.endsWork ? state.work : nil
        }
        work?.cancel()
    }

    /// What works for the connection from now on; nil when nothing does any more.
    func record(work: Task<Void, Never>?) { hangUp.withLock { $0.work = work } }

    /// Sends what has no end of its own: when the client hangs up, what works for the connection is cancelled, and no
    /// other request follows. The task of `record(work:)` calls it.
    func untilHangUp(_ send: () async throws -> Void) async throws {
        let over = hangUp.withLock { state in
            state.endsWork = true
            return state.hasCome ? state.work : nil
        }
        over?.cancel()
        defer { hangUp.withLock { $0.endsWork = false } }
        try await send()
    }

    // MARK: Its slot

    /// Takes a slot of `address` for the request that begins; false when it has none left.
    func acquireSlot(of address: String) -> Bool {
        let isPeer = address == peer
        let counter = isPeer ? ownCounter : limiter.hold(address)
        guard limiter.acquire(counter) else {
            if !isPeer { limiter.drop(counter) }
            return false
        }
        taken.withLock { $0 = Taken(counter: counter, isHeldForRequest: !isPeer) }
        return true
    }

    /// Room for an answer of the present request that waits for its client; nil for one that needs none. Throws 503
    /// where there is none.
    func roomForAnswer(_ bytes: Int) throws(EdgeError) -> BodyShare? {
        guard bytes > BodyBudget.freeOfAnswers, let counter = taken.withLock({ $0?.counter }) else { return nil }
        let share = BodyShare(of: counter.answers)
        try share.add(bytes)
        return share
    }

    /// Gives the present request's slot back, once.
    func releaseSlot() {
        let released = taken.withLock { taken -> Taken? in
            defer { taken = nil }
            return taken
        }
        guard let released else { return }
        limiter.release(released.counter)
        if released.isHeldForRequest { limiter.drop(released.counter) }
    }
}
