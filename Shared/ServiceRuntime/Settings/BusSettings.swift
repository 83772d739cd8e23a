public import Foundation
public import MessageBus
public import Models

/// The connections between services.
public struct BusSettings: SettingsSection {
    /// The addresses of services that differ from the defaults: one for each replica of a service.
    public var endpoints: [ServiceName: [Endpoint]]
    /// The address of this program's service; nil for the one that others call.
    public var bind: Endpoint?
    /// The folder of the key pairs for tcp; nil for `keys/bus` in the data folder.
    public var keys: URL?
    /// The most unanswered requests to other services.
    public var requestsInFlight: Int
    /// The most requests that a service handles at a time.
    public var requestsAtOnce: Int

    public init(_ reader: inout SettingsReader) {
        endpoints = [:]
        // The edge only calls others: it has no address on the bus.
        for service in ServiceName.allCases where service != .edge {
            endpoints[service] = reader.readOptional(
                "bus.\(service)", .endpoints, shownAs: "ipc://<data dir>/run/\(service).sock",
                "The address of the \(service) service. Several addresses are those of its replicas.")
        }
        bind = reader.readOptional(
            "bus.bind", .endpoint, shownAs: "the address that the other services use",
            """
            The address where the service of this program listens, for example tcp://0.0.0.0:7404. Required for replicas.
            """)
        keys = reader.readOptional(
            "bus.keys", .path("folder"), shownAs: "<data dir>/keys/bus",
            "The folder of the key pairs, which the command `keys` makes. Endpoints of tcp need them.")
        requestsInFlight = reader.read(
            "bus.requestsInFlight", .whole(1...1_000_000), default: 16_384,
            "The most requests to other services that may wait for an answer at a time; one more is answered 503.")
        requestsAtOnce = reader.read(
            "bus.requestsAtOnce", .whole(1...1_000_000), default: 4096,
            "The most requests that a service works on at a time; one more is refused at once.")
    }
}

extension SectionNames { public var bus: BusSettings.Type { BusSettings.self } }
