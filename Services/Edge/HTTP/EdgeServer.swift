// One listening address with the families that it serves.

import CoreMetrics
import Foundation
import HummingbirdCore
import Logging
import Models
import NIOCore
import ServiceLifecycle
import ServiceRuntime

/// One listening address with the families that it serves.
struct EdgeServer: Sendable {
    let purpose: ListeningAddresses.Purpose
    let host: String
    let port: Int
    /// The setting that chooses the port, for whoever finds it in use.
    let portSetting: String
    let families: Families
    let http: HTTPSettings
    let metrics: any MetricsFactory
    let clock: any WallClock
    let logger: Logger

    /// Serves until the graceful shutdown. Throws a `StartError` when it cannot listen.
    ///
    /// - Parameter isListening: Called with the port once it is open.
    func run(on eventLoops: any EventLoopGroup, isListening: @escaping @Sendable (Int) -> Void) async throws {
        let proxies = TrustedProxies(http.trustedProxies)
        let responder = EdgeResponder(
            families: families, limits: http.limits, proxies: proxies,
            clientNames: ClientHeaderNames(prefix: http.clientHeaderPrefix),
            ids: RequestIDs(start: .random(in: .min ... .max)), date: DateField(clock: clock),
            metrics: EdgeMetrics(metrics), logger: logger)
        let channel = ConnectionChannel(
            responder: responder, limits: http.limits, proxies: proxies,
            slots: AddressSlots(bound: http.limits.inFlightPerAddress))
        let logger = serverLogger(writingTo: logger)
        let server = channel.server(
            configuration: ServerConfiguration(
                address: .hostname(host, port: port), backlog: 1024,
                availableConnectionsDelegate: MaximumAvailableConnections(http.limits.connections, logger: logger)),
            onServerRunning: { channel in isListening(channel.localAddress?.port ?? port) },
            eventLoopGroup: eventLoops, logger: logger)
        do {
            try await server.run()
        } catch let error as IOError {
            throw StartError(error, host: host, port: port, setting: portSetting)
        } catch let error as SocketAddressError {
            throw StartError.cannotListen(host: host, port: port, setting: portSetting, reason: "\(error)")
        }
    }
}

extension StartError {
    fileprivate init(_ error: IOError, host: String, port: Int, setting: String) {
        if error.errnoCode == EADDRINUSE {
            self = .portInUse(host: host, port: port, setting: setting)
        } else {
            self = .cannotListen(host: host, port: port, setting: setting, reason: "\(error)")
        }
    }
}
