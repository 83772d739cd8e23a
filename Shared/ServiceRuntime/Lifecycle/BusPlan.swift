import Foundation
public import MessageBus
import Models
import Synchronization

/// The bus addresses that one program uses. Calls to services in the same process stay inside it. Other services are
/// reached through sockets in the data folder, or at the addresses in the settings.
struct BusPlan {
    /// The addresses of each service. A service with replicas has several.
    let endpoints: [ServiceName: [Endpoint]]
    let binds: [ServiceName: Endpoint]
    let warnings: [String]

    init(_ settings: Settings, hosting hosted: [ServiceName]) throws(StartError) {
        var endpoints: [ServiceName: [Endpoint]] = [:]
        var binds: [ServiceName: Endpoint] = [:]
        let isAlone = hosted.count == 1
        if !isAlone, settings.bus.bind != nil {
            throw .settings("bus.bind is set, but the services of this program talk within it; remove bus.bind")
        }
        for service in ServiceName.allCases {
            let isHosted = hosted.contains(service)
            let configured = settings.bus.endpoints[service]
            if isHosted, !isAlone, configured != nil {
                throw .settings("bus.\(service) is set, but this program runs \(service) itself; remove the setting")
            }
            // The edge has no address on the bus for other processes.
            let isWithin = service == .edge || (isHosted && !isAlone)
            let usual = try isWithin ? BusPlan.within(service) : BusPlan.socket(service, settings)
            let places = isWithin ? [usual] : configured ?? [usual]
            endpoints[service] = places
            guard isHosted else { continue }
            binds[service] = try isWithin ? usual : BusPlan.bind(service, among: places, settings)
        }
        self.endpoints = endpoints
        self.binds = binds
        warnings = hosted.compactMap { BusPlan.warning(of: $0, settings) }
    }

    /// A warning if no process calls the service at the address on which it listens. Ports may be forwarded, so the
    /// service starts all the same.
    private static func warning(of service: ServiceName, _ settings: Settings) -> String? {
        guard let bind = settings.bus.bind, let places = settings.bus.endpoints[service],
            !places.contains(where: { $0.isReached(by: bind) })
        else { return nil }
        return """
            bus.bind is \(bind.text), but no address in bus.\(service) leads there, so this process gets no requests \
            unless a proxy passes connections on: \(places.map(\.text).joined(separator: ", "))
            """
    }

    private var all: [Endpoint] { endpoints.values.flatMap { $0 } + Array(binds.values) }

    private static func bind(
        _ service: ServiceName, among places: [Endpoint], _ settings: Settings
    ) throws(StartError) -> Endpoint {
        if let bind = settings.bus.bind { return bind }
        guard let place = places.first, places.count == 1 else {
            throw .settings(
                "bus.\(service) names several replicas; set bus.bind to the address at which this one listens")
        }
        return place
    }

    var usesTCP: Bool { all.contains { $0.transport == .tcp } }

    func usesSockets(in folder: URL) -> Bool {
        let prefix = folder.path + "/"
        return all.contains { $0.transport == .ipc && $0.address.hasPrefix(prefix) }
    }

    private static func within(_ service: ServiceName) throws(StartError) -> Endpoint {
        try endpoint("inproc://\(service)")
    }

    private static func socket(_ service: ServiceName, _ settings: Settings) throws(StartError) -> Endpoint {
        try endpoint("ipc://" + settings.dataDirectory.appendingPathComponent("run/\(service).sock").path)
    }

    private static func endpoint(_ text: String) throws(StartError) -> Endpoint {
        do throws(EndpointError) { return try Endpoint(text) } catch { throw .settings("\(error)") }
    }
}

extension Endpoint {
    /// Whether a call to this address may reach a listener at `bind`. Only ports are compared: hosts have several
    /// names.
    fileprivate func isReached(by bind: Endpoint) -> Bool {
        guard transport == bind.transport else { return false }
        return transport == .tcp ? port == bind.port : address == bind.address
    }

    private var port: Substring { address[(address.lastIndex(of: ":") ?? address.startIndex)...] }
}

/// Why addresses of other services are not connected, from the bus's events.
public final class PeerAbsences: Sendable {
    private let reasons = Mutex<[Endpoint: PeerAbsence]>([:])

    public init() {}

    /// Returns why an address is not connected; nil if it is connected, or was never tried.
    public func reason(at endpoint: Endpoint) -> PeerAbsence? { reasons.withLock { $0[endpoint] } }

    /// Records why an address is not connected; nil records that it is connected.
    public func record(_ reason: PeerAbsence?, at endpoint: Endpoint) { reasons.withLock { $0[endpoint] = reason } }
}
