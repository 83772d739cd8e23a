import Models
import Synchronization

/// The way to a service. A `Connection` leads to one address, a `ReplicaSet` to several addresses. `@unchecked
/// Sendable`: only the reactor's thread uses it, except for constants and `correlations`.
class Route: @unchecked Sendable {
    let service: ServiceName
    /// Whether the service has several addresses, so that routing keys are used.
    let hasReplicas: Bool
    /// The way to direct handlers; nil unless the service is in the same process.
    let direct: DirectPort?
    let correlations = Atomic<UInt64>(1)

    /// The route that numbers the requests. A replica uses its set's, because any replica can get its requests.
    var numbers: Route { self }

    init(to service: ServiceName, hasReplicas: Bool, direct: DirectPort? = nil) {
        (self.service, self.hasReplicas, self.direct) = (service, hasReplicas, direct)
    }

    /// Sends a request. The request is answered in any case.
    func send(_ request: OutgoingRequest) {}

    func cancel(_ correlation: UInt64) {}

    func close() {}
}

/// The replicas of a service. A request with a routing key goes to the live replica with the highest score for that key
/// by rendezvous hashing (Thaler and Ravishankar, 1998): if a replica goes away, only its own keys move, and they
/// return with it. Any other request goes to the less busy of two random replicas (Mitzenmacher, 2001). `@unchecked
/// Sendable`: only the reactor's thread uses it.
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

    func replica(at endpoint: Endpoint) -> Connection? { replicas.first { $0.endpoint == endpoint } }

    override func send(_ request: OutgoingRequest) {
        // The first request connects all replicas, so that missing replicas are known before a request depends on them.
        for replica in replicas { replica.prepare() }
        guard let replica = choose(for: request) else { return request.answer(.failure(.unavailable(service))) }
        replica.send(request)
    }

    /// Sends a request to another replica and returns true. False if it must not be sent again, or none is left.
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
        // A replica that is not ready may still answer some requests, so it is used only if no other replica is left.
        if live.contains(where: { !$0.isUnready(at: now) }) { live.removeAll { $0.isUnready(at: now) } }
        guard live.count > 1 else { return live.first }
        if let key = request.choice?.key { return live.max { $0.score(for: key) < $1.score(for: key) } }
        // A replica that is still being connected may not exist, so connected replicas are preferred.
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

enum Rendezvous {
    /// Returns a number of the replica, the same in every process that spells the replica's address in the same way.
    static func seed(of endpoint: Endpoint) -> UInt64 { mix(RoutingKey(endpoint.text).hash) }

    static func score(of key: RoutingKey, for seed: UInt64) -> UInt64 { mix(key.hash ^ seed) }

    /// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014): each bit of the result depends on all bits.
    private static func mix(_ value: UInt64) -> UInt64 {
        var value = value &+ 0x9e37_79b9_7f4a_7c15
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
