// How many connections there may be.

import ServiceRuntime
import ServiceSettings

/// How many connections a server has at a time, all together and from one address.
struct ConnectionBounds: Sendable, Equatable {
    var total: Int
    var perAddress: Int

    /// What `limits` say, or less where the system allows fewer open files: a part of these stays for databases, for
    /// the services and for the operations port. No address then gets more than half of what there is.
    init(_ limits: HTTPLimits, openFiles: Int) {
        let reserve = min(512, max(64, openFiles / 4))
        let affordable = max(1, openFiles - reserve)
        total = min(limits.connections, affordable)
        perAddress =
            affordable < limits.connections
            ? min(limits.connectionsPerAddress, max(1, affordable / 2)) : limits.connectionsPerAddress
    }
}
