// What a peer says of the connection itself.

import Foundation
import NIOCore
import NIOHTTP2

/// Reads the frames of a connection that belong to no stream: a new limit of streams, and the end.
final class ConnectionFrames: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    private let tell: @Sendable (APNsConnection.Sign) -> Void

    init(tell: @escaping @Sendable (APNsConnection.Sign) -> Void) { self.tell = tell }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .settings(.settings(let settings)):
            if let limit = settings.last(where: { $0.parameter == .maxConcurrentStreams })?.value {
                tell(.limit(limit))
            }
        case .goAway(_, _, let debug):
            tell(.ending(reason: debug.flatMap(ConnectionFrames.reason)))
        default: break
        }
        context.fireChannelRead(data)
    }

    /// Apple says why it ends a connection in the same form as why it refuses a notification.
    private static func reason(_ debug: ByteBuffer) -> String? {
        APNsAnswerBody(json: Data(debug.readableBytesView))?.reason
    }
}
