import Foundation
import NIOCore
import NIOHTTP1

final class FCMRequestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let server: FakeFCM
    private var head: HTTPRequestHead?
    private var body = ByteBuffer()

    init(_ server: FakeFCM) { self.server = server }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body.clear()
        case .body(var bytes): body.writeBuffer(&bytes)
        case .end: answer(context)
        }
    }

    private func answer(_ context: ChannelHandlerContext) {
        guard let head else { return context.close(promise: nil) }
        let authorization = head.headers.first(name: "Authorization") ?? ""
        let isHTTP2 = head.version.major == 2
        switch server.reaction(to: head.uri, authorization, Data(body.readableBytesView), isHTTP2: isHTTP2) {
        case .reply(let reply):
            var headers = HTTPHeaders([
                ("Content-Type", reply.contentType), ("Content-Length", "\(reply.body.utf8.count)"),
            ])
            if let retryAfter = reply.retryAfter { headers.add(name: "Retry-After", value: retryAfter) }
            if let date = reply.date { headers.add(name: "Date", value: date) }
            let status = HTTPResponseStatus(statusCode: reply.status)
            context.write(
                wrapOutboundOut(.head(.init(version: .http1_1, status: status, headers: headers))), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: reply.body)))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        case .hangUp: context.close(promise: nil)
        case .silence: break
        }
    }
}
