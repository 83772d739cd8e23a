import NIOCore
import NIOHTTP1
import Synchronization

final class ProviderRequestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let server: ProviderServer
    private var path = ""
    private var body = ""
    private var authorization: String?

    init(_ server: ProviderServer) { self.server = server }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            path = head.uri
            authorization = head.headers.first(name: "Authorization")
            body = ""
        case .body(let bytes): body += String(buffer: bytes)
        case .end: answer(context)
        }
    }

    private func answer(_ context: ChannelHandlerContext) {
        guard let provider = server.provider.withLock({ $0 }) else { return context.close(promise: nil) }
        switch provider.reply(to: path, body, authorization: authorization) {
        case .json(let code, let json, let cacheControl):
            var headers = HTTPHeaders([("Content-Type", "application/json")])
            if let cacheControl { headers.add(name: "Cache-Control", value: cacheControl) }
            respond(code, headers, json, context)
        case .redirect(let place): respond(302, HTTPHeaders([("Location", place)]), "", context)
        case .hangUp: context.close(promise: nil)
        case .silence: break
        }
    }

    private func respond(_ code: UInt, _ headers: HTTPHeaders, _ body: String, _ context: ChannelHandlerContext) {
        var headers = headers
        headers.add(name: "Content-Length", value: "\(body.utf8.count)")
        let status = HTTPResponseStatus(statusCode: Int(code))
        context.write(wrapOutboundOut(.head(.init(version: .http1_1, status: status, headers: headers))), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
