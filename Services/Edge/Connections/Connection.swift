import MessageBus
import Models
import NIOCore
import Synchronization

/// A connection. HTTP/1 answers one request after the other, so a connection takes at most one of its peer's slots. It
/// keeps the slot until the client has read the answer, except for bytes that fit into the connection's own buffers.
final class Connection: Sendable {
    /// The address of the peer without its port; empty for a socket without an address.
    let peer: String
    let isTrustedProxy: Bool

    private struct Taken {
        var counter: AddressConcurrencyLimiter.Counter
        /// Whether the slot is held for one request only. Behind a proxy, each request may come from another client.
        var isHeldForRequest: Bool
    }

    private struct HangUp {
        var hasCome = false
        var endsWork = false
        var work: Task<Void, Never>?
    }

    private let limiter: AddressConcurrencyLimiter
    private let ownCounter: AddressConcurrencyLimiter.Counter
    private let taken = Mutex<Taken?>(nil)
    private let hangUp = Mutex(HangUp())
    private let spoke = Atomic(false)
    /// The uptime in nanoseconds when the connection became quiet; 0 while it is busy.
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

    // MARK: State

    var hasSpoken: Bool { spoke.load(ordering: .relaxed) }

    /// The time at which the connection became quiet; nil while it is busy.
    var quiet: NIODeadline? {
        let since = quietSince.load(ordering: .relaxed)
        return since == 0 ? nil : .uptimeNanoseconds(since)
    }

    func recordBusy() {
        spoke.store(true, ordering: .relaxed)
        quietSince.store(0, ordering: .relaxed)
    }

    func recordQuiet(at now: NIODeadline) { quietSince.store(now.uptimeNanoseconds, ordering: .relaxed) }

    /// Records that the client has closed its side or the connection has broken; only a write would show which. So the
    /// work continues and keeps its slot, except for endless answers.
    func recordHangUp() {
        let work = hangUp.withLock { state in
            state.hasCome = true
            return state.endsWork ? state.work : nil
        }
        work?.cancel()
    }

    func record(work: Task<Void, Never>?) { hangUp.withLock { $0.work = work } }

    /// Sends an endless answer. When the client hangs up, the task of `record(work:)` is cancelled. Call this in it.
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

    func acquireSlot(of address: String) -> Bool {
        let isPeer = address == peer
        let counter = isPeer ? ownCounter : limiter.hold(address)
        guard counter.slots.acquire() else {
            if !isPeer { limiter.drop(counter) }
            return false
        }
        taken.withLock { $0 = Taken(counter: counter, isHeldForRequest: !isPeer) }
        return true
    }

    /// Reserves memory for an answer that waits for its client; nil for a small answer or without a slot. Throws 503 if
    /// no memory is left.
    func roomForAnswer(_ bytes: Int) throws(EdgeError) -> BodyShare? {
        guard bytes > BodyBudget.freeOfAnswers, let counter = taken.withLock({ $0?.counter }) else { return nil }
        let share = BodyShare(of: counter.answers)
        try share.add(bytes)
        return share
    }

    func releaseSlot() {
        let released = taken.withLock { taken -> Taken? in
            defer { taken = nil }
            return taken
        }
        guard let released else { return }
        released.counter.slots.release()
        if released.isHeldForRequest { limiter.drop(released.counter) }
    }
}

final class AddressConcurrencyLimiter: Sendable {
    final class Counter: Sendable {
        let address: String
        let slots: Quota
        /// The budget of the answers that wait for clients of this address.
        let answers: BodyBudget
        fileprivate let holders = Atomic<Int>(0)

        fileprivate init(_ address: String, bound: Int, _ answers: BodyBudget) {
            self.address = address
            slots = Quota(bound)
            self.answers = answers
        }
    }

    private let bound: Int
    private let answers: BodyBudget
    private let counters = Mutex<[String: Counter]>([:])

    /// `answers` is the budget of all waiting answers; each address may use a part of it.
    init(bound: Int, answers: BodyBudget) {
        self.bound = bound
        self.answers = answers
    }

    /// Returns the counter of an address. The table keeps it until `drop`.
    func hold(_ address: String) -> Counter {
        let owner = ClientNetwork(text: address).ownerText
        return counters.withLock { counters in
            let counter = counters[owner] ?? Counter(owner, bound: bound, answers.ofOneAddress())
            if counter.holders.wrappingAdd(1, ordering: .relaxed).newValue == 1 { counters[owner] = counter }
            return counter
        }
    }

    /// Gives a counter back. The last holder removes it from the table.
    func drop(_ counter: Counter) {
        counters.withLock { counters in
            if counter.holders.wrappingSubtract(1, ordering: .relaxed).newValue == 0 {
                counters[counter.address] = nil
            }
        }
    }

    var addressCount: Int { counters.withLock { $0.count } }
}
