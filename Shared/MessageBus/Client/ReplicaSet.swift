// One client's way to a service that has several replicas: which of them a request goes to, and to which one next.

import Models

/// One client's way to a service with several replicas: a connection to each, and the choice between them.
///
/// A request with a routing key goes to the live replica that rendezvous hashing picks for it (Thaler and Ravishankar,
/// 1998): each replica has a score for the key, and the highest counts. So a replica that goes moves its own keys only,
/// spread over those that are left, and gets the same ones back when it returns. Any other request goes to the less
/// busy of two replicas picked at random (Mitzenmacher, 2001).
///
/// `@unchecked Sendable`: it is used by the reactor's thread only.
final class ReplicaSet: Route, @unchecked Sendable {
    private let replicas: [Connection]
    private let random: @Sendable () -> UInt64

    init(
        to service: ServiceName, at endpoints: [Endpoint], as caller: ServiceName, limits: BusLimits, on core: BusCore
    ) {
        replicas = endpoints.map {
            Connection(to: service, at: $0, as: caller, limits: limits, isReplica: true, on: core)
        }
        random = core.configuration.random
        super.init(to: service, hasReplicas: true)
        for replica in replicas { replica.replicas = self }
    }

    /// The connection to one address; nil when no replica is there.
    func replica(at endpoint: Endpoint) -> Connection? { replicas.first { $0.endpoint == endpoint } }

    override func send(_ request: OutgoingRequest) {
        // All at once with the first request: who is away is known before anybody depends on it.
        for replica in replicas { replica.prepare() }
        guard let replica = choose(for: request) else { return request.answer(.failure(.unavailable(service))) }
        replica.send(request)
    }

    /// Sends a request again that `replica` cannot bring to an answer; false when it may not be sent again, or no other
    /// replica is there that has not had it.
    func resend(_ request: OutgoingRequest, insteadOf replica: Connection) -> Bool {
        guard request.mayBeSent, let choice = request.choice else { return false }
        choice.tried.append(replica.endpoint)
        guard let next = choose(for: request) else { return false }
        request.waitsForConnection = nil
        next.send(request)
        return true
    }

    override func cancel(_ correlation: UInt64) {
        for replica in replicas { replica.cancel(correlation) }
    }

    override func close() {
        for replica in replicas { replica.close() }
    }

    // MARK: The choice

    private func choose(for request: OutgoingRequest) -> Connection? {
        let now = MonotonicTime.now
        let tried = request.choice?.tried ?? []
        var live = replicas.filter { replica in
            replica.availability(at: now) != .away && !tried.contains(replica.endpoint)
        }
        request.choice?.hasAlternative = live.count > 1
        // One that is not ready may do some things all the same, where there is no other.
        if live.contains(where: { !$0.isUnready(at: now) }) { live.removeAll { $0.isUnready(at: now) } }
        guard live.count > 1 else { return live.first }
        if let key = request.choice?.key {
            return live.max { $0.score(for: key) < $1.score(for: key) }
        }
        // Of one that is being connected to it is not known whether anybody is there.
        let connected = live.filter { $0.availability(at: now) == .ready }
        return lessBusy(of: connected.isEmpty ? live : connected)
    }

    private func lessBusy(of live: [Connection]) -> Connection? {
        guard live.count > 1 else { return live.first }
        let bits = random()
        let first = Int(bits & 0xffff_ffff) % live.count
        let second = (first + 1 + Int(bits >> 32) % (live.count - 1)) % live.count
        return live[second].load < live[first].load ? live[second] : live[first]
    }
}

/// How well replicas suit a key.
enum Rendezvous {
    /// A replica's own number, the same in every process that writes its address alike.
    static func seed(of endpoint: Endpoint) -> UInt64 { mix(RoutingKey(endpoint.text).hash) }

    /// The score of the replica with this seed for a key; the highest counts.
    static func score(of key: RoutingKey, for seed: UInt64) -> UInt64 { mix(key.hash ^ seed) }

    /// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014): each bit of the result depends on all bits.
    private static func mix(_ value: UInt64) -> UInt64 {
        var value = value &+ 0x9e37_79b9_7f4a_7c15
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
