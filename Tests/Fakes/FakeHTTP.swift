import NIOCore
import NIOHTTP1
import NIOPosix

enum FakeHTTPReply: Sendable {
    case answer(UInt, HTTPHeaders = [:], String = "")
    /// The head of an answer, then a byte of its body every ten milliseconds until the peer closes.
    case drip
    case hangUp
    case silence

    static func json(_ status: UInt, _ json: String, cacheControl: String? = nil) -> FakeHTTPReply {
        var headers = HTTPHeaders([("Content-Type", "application/json")])
        if let cacheControl { headers.add(name: "Cache-Control", value: cacheControl) }
        return .answer(status, headers, json)
    }

    static func redirect(_ place: String, status: UInt = 302) -> FakeHTTPReply { .answer(status, ["Location": place]) }
}

typealias FakeHTTPAnswer = @Sendable (_ head: HTTPRequestHead, _ body: [UInt8]) -> FakeHTTPReply

enum FakeHTTPServer {
    /// Serves on a free port of 127.0.0.1.
    static func start(_ answer: @escaping FakeHTTPAnswer) async throws -> any Channel {
        try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(FakeHTTPHandler(answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }
}

/// Collects each request and writes its reply.
final class FakeHTTPHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let answer: FakeHTTPAnswer
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(_ answer: @escaping FakeHTTPAnswer) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): (self.head, body) = (head, [])
        case .body(let bytes): body += Array(buffer: bytes)
        case .end:
            guard let head else { return context.close(promise: nil) }
            write(answer(head, body), context)
        }
    }

    private func write(_ reply: FakeHTTPReply, _ context: ChannelHandlerContext) {
        switch reply {
        case .answer(let status, var headers, let text):
            headers.add(name: "Content-Length", value: "\(text.utf8.count)")
            begin(status, headers, context)
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        case .drip:
            begin(200, ["Transfer-Encoding": "chunked"], context)
            drip(context)
        case .hangUp: context.close(promise: nil)
        case .silence: break
        }
    }

    private func begin(_ status: UInt, _ headers: HTTPHeaders, _ context: ChannelHandlerContext) {
        let status = HTTPResponseStatus(statusCode: Int(status))
        context.write(wrapOutboundOut(.head(.init(version: .http1_1, status: status, headers: headers))), promise: nil)
    }

    private func drip(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: "x")))), promise: nil)
        context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(10)) { self.drip(context) }
    }
}
