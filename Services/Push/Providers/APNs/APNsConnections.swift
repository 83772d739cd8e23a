// The connections to one host of APNs.

import Logging
import Synchronization

/// Hands out connections to one host: one until it is full, then more, up to a number; none over which no request has succeeded yet
/// gets a second one.
final class APNsConnections: Sendable {
    /// The right to send one request over a connection.
    struct Lease: Sendable {
        let connection: APNsConnection
        fileprivate let slot: Int
    }

    /// How a request ended, as far as the connection is concerned.
    enum End: Sendable {
        case success
        /// An answer that says nothing of the credential.
        case refusal
        case credentialRefused
        case lost(APNsConnection.Loss)
        /// The peer wants a new connection.
        case peerLeaves
    }

    typealias Opening = @Sendable (_ tell: @escaping @Sendable (APNsConnection.Sign) -> Void) -> APNsConnection

    private struct Slot {
        let connection: APNsConnection
        var pace = ConnectionPace()
    }

    private struct State {
        var slots: [Int: Slot] = [:]
        var waiting: [Int: CheckedContinuation<Lease?, Never>] = [:]
        /// The waiting ones are numbered in the order in which they came.
        var firstWaiting = 0
        var nextWaiting = 0
        var made = 0
        var closings: [Int: Task<Void, Never>] = [:]
        var isClosed = false
    }

    private let maximum: Int
    private let open: Opening
    private let logger: Logger
    private let state = Mutex(State())

    /// - Parameter maximum: How many connections there may be.
    init(maximum: Int, logger: Logger, open: @escaping Opening) {
        self.maximum = maximum
        self.logger = logger
        self.open = open
    }

    /// How many connections are in use.
    var count: Int { state.withLock { state in state.slots.values.count { !$0.pace.isEnded } } }

    /// Waits for room on a connection; nil when the host cannot be reached, or everything is being closed.
    func lease() async -> Lease? {
        await withCheckedContinuation { continuation in
            let served = state.withLock { state in
                state.waiting[state.nextWaiting] = continuation
                state.nextWaiting += 1
                return serve(&state)
            }
            resume(served)
        }
    }

    /// Gives back what `lease` gave.
    func end(_ lease: Lease, _ end: End) {
        let served = state.withLock { state in
            guard var slot = state.slots[lease.slot] else { return serve(&state) }
            slot.pace.leave()
            switch end {
            case .success: slot.pace.succeeded()
            case .refusal: break
            case .credentialRefused: slot.pace.credentialChanged()
            case .lost, .peerLeaves: slot.pace.end()
            }
            state.slots[lease.slot] = slot
            var served: [Served] = []
            if case .lost(let loss) = end {
                logger.info("a connection to APNs is gone", metadata: ["why": "\(loss)"])
                if !slot.pace.hasSucceeded, !state.slots.values.contains(where: \.pace.isProven) {
                    // Nobody gets through; who waits is better off coming back later.
                    served += abandon(&state)
                }
            }
            clear(lease.slot, &state)
            return served + serve(&state)
        }
        resume(served)
    }

    /// Ends all connections; what waits or comes later gets none.
    func close() async {
        let (slots, closings, served) = state.withLock { state in
            state.isClosed = true
            defer { state.slots = [:] }
            return (state.slots.values.map(\.connection), Array(state.closings.values), abandon(&state))
        }
        resume(served)
        for connection in slots { await connection.close() }
        for closing in closings { await closing.value }
    }

    // MARK: With the lock held

    private typealias Served = (continuation: CheckedContinuation<Lease?, Never>, lease: Lease?)

    /// Who waits longest is served first, for as long as there is room.
    private func serve(_ state: inout State) -> [Served] {
        var served: [Served] = []
        while state.firstWaiting < state.nextWaiting {
            guard let lease = take(&state) else { break }
            guard let continuation = state.waiting.removeValue(forKey: state.firstWaiting) else { break }
            state.firstWaiting += 1
            served.append((continuation, lease))
        }
        return state.isClosed ? served + abandon(&state) : served
    }

    private func abandon(_ state: inout State) -> [Served] {
        let all = state.waiting.values.map { (continuation: $0, lease: Lease?.none) }
        state.waiting = [:]
        state.firstWaiting = state.nextWaiting
        return all
    }

    private func take(_ state: inout State) -> Lease? {
        guard !state.isClosed else { return nil }
        let withRoom = state.slots.filter { $0.value.pace.hasRoom }
        let number: Int
        if let emptiest = withRoom.min(by: { $0.value.pace.underWay < $1.value.pace.underWay }) {
            number = emptiest.key
        } else {
            let live = state.slots.values.filter { !$0.pace.isEnded }
            guard live.count < maximum, live.allSatisfy(\.pace.isFull) else { return nil }
            number = make(&state)
        }
        guard state.slots[number]?.pace.take() == true, let slot = state.slots[number] else { return nil }
        return Lease(connection: slot.connection, slot: number)
    }

    private func make(_ state: inout State) -> Int {
        let number = state.made
        state.made += 1
        let connection = open { [weak self] sign in self?.heard(sign, from: number) }
        state.slots[number] = Slot(connection: connection)
        return number
    }

    /// A connection that has ended and is empty is closed.
    private func clear(_ number: Int, _ state: inout State) {
        guard let slot = state.slots[number], slot.pace.isEnded, slot.pace.underWay == 0 else { return }
        state.slots[number] = nil
        state.closings[number] = Task {
            await slot.connection.close()
            self.state.withLock { $0.closings[number] = nil }
        }
    }

    // MARK: Without it

    private func heard(_ sign: APNsConnection.Sign, from number: Int) {
        let served = state.withLock { state -> [Served] in
            guard var slot = state.slots[number] else { return [] }
            switch sign {
            case .seen(let streams, let isFull): slot.pace.saw(streams: streams, isFull: isFull)
            case .limit(let limit): slot.pace.heard(limit: limit)
            case .ending(let reason):
                if let reason { logger.info("APNs ends a connection", metadata: ["reason": "\(reason)"]) }
                slot.pace.end()
            }
            state.slots[number] = slot
            clear(number, &state)
            return serve(&state)
        }
        resume(served)
    }

    private func resume(_ served: [Served]) {
        for (continuation, lease) in served { continuation.resume(returning: lease) }
    }
}
