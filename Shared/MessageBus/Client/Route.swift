import Models
import Synchronization

/// A `Connection` leads to one address, a `ReplicaSet` to several. `@unchecked Sendable`: only the reactor's thread uses it,
/// except for `correlations`.
class Route: @unchecked Sendable {
    let service: ServiceName
    /// Whether there are several addresses, so that routing keys are used.
    let hasReplicas: Bool
    let correlations = Atomic<UInt64>(1)

    /// The owner of the numbers: the set for all of its replicas, because each can get requests from both.
    var numbers: Route { self }

    init(to service: ServiceName, hasReplicas: Bool) {
        (self.service, self.hasReplicas) = (service, hasReplicas)
    }

    /// The request gets an answer in any case.
    func send(_ request: OutgoingRequest) {}

    func cancel(_ correlation: UInt64) {}

    func close() {}
}
