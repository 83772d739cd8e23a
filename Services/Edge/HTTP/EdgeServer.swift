import CoreMetrics
import Foundation
import Logging
import Models
import NIOCore
import NIOPosix
import ServiceLifecycle
import ServiceRuntime
import ServiceSettings
import Synchronization
import Tracing

struct EdgeServer: Sendable {
    let purpose: ListeningAddresses.Purpose
    let host: String
    let port: Int
    /// The beginning of the names of this server's settings, for errors.
    let variables: String
    let router: Router
    let http: HTTPSettings
    let bodies: BodyBudget
    let freed: FreedMemory
    let metrics: any MetricsFactory
    let clock: any WallClock
    let logger: Logger
    var untrustedProxies: UntrustedProxyLog?
    /// The certificate of the port; nil for plain HTTP.
    var certificate: ServerCertificate?
    var tracer: (any Tracer)?

    /// Serves until the graceful shutdown, or until its task is cancelled. `isListening` gets the port once the socket
    /// is open. Throws a `StartError` if it cannot listen.
    func run(on eventLoops: any EventLoopGroup, isListening: @escaping @Sendable (Int) -> Void) async throws {
        let table = ConnectionTable(
            ConnectionBounds(http.limits, openFiles: OpenFileLimit.current),
            proxies: TrustedProxies(http.trustedProxies, headers: http.clientAddressHeaders),
            limiter: AddressConcurrencyLimiter(
                bound: http.limits.inFlightPerAddress, answers: BodyBudget(ofAnswers: http.limits, freed: freed)),
            freed: freed)
        let setup = ConnectionSetup(
            responder: EdgeResponder(self), limits: http.limits, table: table, certificate: certificate)
        let listener = try await listen(on: eventLoops, setup)
        isListening(listener.localAddress?.port ?? port)
        // The order matters: once no connection is accepted any more, the table knows every connection.
        await untilClosed(listener)
        await withTaskCancellationHandler {
            table.quiesce()
            if Task.isCancelled { table.closeAll() }
            await table.waitUntilEmpty()
        } onCancel: {
            table.closeAll()
        }
    }

    /// The buffers for reading. Each connection keeps its buffer for its whole life, so a buffer begins small and grows
    /// on demand. The maximum is small for fairness: all requests of one read are answered before the thread's other
    /// connections get a turn, so a client with thousands of short requests delays others by some hundreds only.
    private static let readBuffers = AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 1024, maximum: 16 << 10)

    /// Above the upper mark, writes wait until the client has read down to the lower. No budget counts this memory.
    private static let writeBuffers = ChannelOptions.Types.WriteBufferWaterMark(low: 8 << 10, high: 16 << 10)

    private func listen(on eventLoops: any EventLoopGroup, _ setup: ConnectionSetup) async throws -> any Channel {
        let logger = logger
        do {
            return try await ServerBootstrap(group: eventLoops)
                .serverChannelOption(.backlog, value: 1024)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.allowRemoteHalfClosure, value: true)
                .childChannelOption(.writeBufferWaterMark, value: EdgeServer.writeBuffers)
                .childChannelOption(.recvAllocator, value: EdgeServer.readBuffers)
                .childChannelOption(.maxMessagesPerRead, value: 1)
                .serverChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(ConnectionAdmission(setup.table, logger))
                    }
                }
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try setup.prepare(channel) }
                }
                .bind(host: host, port: port).get()
        } catch {
            throw StartError(
                error, host: host, port: port,
                hostSetting: purpose == .redirect ? "BALISE_HTTP_HOST" : "\(variables)_HOST",
                portSetting: "\(variables)_PORT")
        }
    }

    /// Closes the listener at the graceful shutdown or on cancellation. Returns in any case, once it is closed.
    private func untilClosed(_ listener: any Channel) async {
        await withTaskCancellationHandler {
            await withGracefulShutdownHandler {
                try? await listener.closeFuture.get()
            } onGracefulShutdown: {
                listener.close(promise: nil)
            }
        } onCancel: {
            listener.close(promise: nil)
        }
    }
}

extension StartError {
    fileprivate init(_ error: any Error, host: String, port: Int, hostSetting: String, portSetting: String) {
        switch error {
        case let error as IOError where error.errnoCode == EADDRINUSE:
            self = .portInUse(host: host, port: port, setting: portSetting)
        case let error as IOError:
            let reason = String(cString: strerror(error.errnoCode))
            // These errors usually mean a low port without root rights. Other errors concern the address.
            let setting = [EACCES, EPERM].contains(error.errnoCode) ? portSetting : hostSetting
            self = .cannotListen(host: host, port: port, setting: setting, reason: reason)
        default:
            let reason = "this machine knows no address of that name"
            self = .cannotListen(host: host, port: port, setting: hostSetting, reason: reason)
        }
    }
}

final class ReadinessCountdown: Sendable {
    private let missing: Atomic<Int>
    private let readiness: Readiness

    init(count: Int, _ readiness: Readiness) {
        missing = Atomic(count)
        self.readiness = readiness
    }

    func countDown() {
        if missing.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue == 0 { readiness.markReady() }
    }
}
