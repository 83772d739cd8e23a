import ServiceRuntime
import ServiceSettings

/// The most connections of a server at a time, in total and from one address.
struct ConnectionBounds: Sendable, Equatable {
    var total: Int
    var perAddress: Int

    /// The bounds in `limits`, or less if the system allows fewer open files: some of these are reserved for databases,
    /// services and the operations port. One address then gets at most half of the rest.
    init(_ limits: HTTPLimits, openFiles: Int) {
        let reserve = min(512, max(64, openFiles / 4))
        let affordable = max(1, openFiles - reserve)
        total = min(limits.connections, affordable)
        perAddress =
            affordable < limits.connections
            ? min(limits.connectionsPerAddress, max(1, affordable / 2)) : limits.connectionsPerAddress
    }
}
