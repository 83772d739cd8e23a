// Where a client hands the requests to one service: its only address, or one of its replicas.

import Models
import Synchronization

/// The way of one client to one service. A `Connection` leads to one address, `ReplicaSet` to several.
///
/// `@unchecked Sendable`: but for `correlations`, everything is touched by the reactor's thread only.
class Route: @unchecked Sendable {
    let service: ServiceName
    /// Whether there are several addresses, so that a request's routing key counts.
    let hasReplicas: Bool
    /// The number of the next request.
    let correlations = Atomic<UInt64>(1)

    /// What numbers the requests that go this way: the set for all of its replicas, since each gets requests from both.
    var numbers: Route { self }

    init(to service: ServiceName, hasReplicas: Bool) {
        self.service = service
        self.hasReplicas = hasReplicas
    }

    /// Sends a request; it ends with an answer in any case.
    func send(_ request: OutgoingRequest) {}

    /// Ends a request whose sender no longer waits.
    func cancel(_ correlation: UInt64) {}

    /// Nobody uses it any more: closes its sockets.
    func close() {}
}
