// How a connection is set up and run: HTTP/1.1 as Hummingbird reads it, under the edge's limits.

import HummingbirdCore
import Logging
import NIOCore
import ServiceRuntime

/// Sets up each connection with its limits and runs its requests.
///
/// The requests run on the global pool. Running them on the event loops' own threads saves changes of threads, but
/// each suspension then looks up the preferred executor, which was measured to cost more.
struct ConnectionChannel: ServerChildChannel {
    /// A connection's channel, and what the edge knows of it.
    struct Value: ServerChildChannelValue {
        let http: HTTP1Channel.Value
        let connection: Connection
        var channel: any Channel { http.channel }
    }

    let responder: EdgeResponder
    let limits: HTTPLimits
    let proxies: TrustedProxies
    let slots: AddressSlots

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let connection = Connection(
            peer: channel.remoteAddress?.canonicalText ?? "", proxies: proxies, slots: slots)
        return http1(responder: { _, _, _ in }, connection).setup(channel: channel, logger: logger)
            .map { Value(http: $0, connection: connection) }
    }

    func handle(value: Value, logger: Logger) async {
        let http1 = http1(
            responder: { [responder] request, writer, _ in
                try await responder.respond(to: request, writer, value.connection)
            }, value.connection)
        await withTaskGroup { group in
            group.addTask { await http1.handle(value: value.http, logger: logger) }
            group.addTask { try? await value.channel.closeFuture.get() }
            // Whoever still works for a client that is gone is told to stop.
            await group.next()
            group.cancelAll()
        }
    }

    private func http1(responder: @escaping HTTP1Channel.Responder, _ connection: Connection) -> HTTP1Channel {
        let edge = self.responder
        let requestTimeout = limits.requestTimeout
        return HTTP1Channel(
            responder: responder,
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [
                    ConnectionGuard(connection, requestTimeout: requestTimeout, refuse: edge.refuse)
                ],
                idleTimeout: TimeAmount(limits.idleTimeout),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: limits.maximumHeaderBytes, maxHeaderListSize: limits.maximumHeaderBytes)))
    }
}
