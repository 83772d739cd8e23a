// What a peer says of the connection itself.

import Foundation
import NIOCore
import NIOHTTP2

/// Reads the frames of a connection that belong to no stream: a new limit of streams, and the end. Stands directly behind the
/// handler of HTTP/2, before those of the client.
///
/// The client takes a new limit for a sign that the connection has become idle when no stream is open, and trips over that in debug
/// builds if it was idle before. Apple raises its limit just after the first answer, so a new limit waits here for the next stream.
final class ConnectionFrames: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias InboundOut = HTTP2Frame

    private let tell: @Sendable (APNsConnection.Sign) -> Void
    private var openStreams = 0
    private var heldBack: [HTTP2Frame] = []

    init(tell: @escaping @Sendable (APNsConnection.Sign) -> Void) { self.tell = tell }

    /// Adds it where it belongs.
    static func add(to channel: any Channel, tell: @escaping @Sendable (APNsConnection.Sign) -> Void) throws {
        let pipeline = channel.pipeline.syncOperations
        let http2 = try pipeline.handler(type: NIOHTTP2Handler.self)
        try pipeline.addHandler(ConnectionFrames(tell: tell), position: .after(http2))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .settings(.settings(let settings)):
            if let limit = settings.last(where: { $0.parameter == .maxConcurrentStreams })?.value {
                tell(.limit(limit))
            }
            if openStreams == 0 { return heldBack.append(frame) }
        case .goAway(_, _, let debug):
            tell(.ending(reason: debug.flatMap(ConnectionFrames.reason)))
        default: break
        }
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is NIOHTTP2StreamCreatedEvent:
            openStreams += 1
            context.fireUserInboundEventTriggered(event)
            guard !heldBack.isEmpty else { return }
            let frames = heldBack
            heldBack = []
            for frame in frames { context.fireChannelRead(wrapInboundOut(frame)) }
            // The handlers behind hold back what they write until a reading is complete.
            context.fireChannelReadComplete()
        case is StreamClosedEvent:
            openStreams -= 1
            context.fireUserInboundEventTriggered(event)
        default:
            context.fireUserInboundEventTriggered(event)
        }
    }

    /// Apple says why it ends a connection in the same form as why it refuses a notification.
    private static func reason(_ debug: ByteBuffer) -> String? {
        APNsAnswerBody(json: Data(debug.readableBytesView))?.reason
    }
}
