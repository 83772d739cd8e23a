public import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

public final class FakeReceiver: Sendable {
    public enum Answer: Sendable {
        case status(UInt)
        case body(Int)
        /// The head of an answer, then a byte of its body from time to time.
        case drip
        case redirect(to: String)
        case silence
        case hangUp
    }

    public struct Call: Sendable {
        public let method: String
        public let path: String
        /// Names in lower case.
        public let headers: [String: String]
        public let body: [UInt8]
    }

    private struct State {
        var answers: [Answer]
        var calls: [Call] = []
    }

    private let state: Mutex<State>
    private let port: Int

    public var calls: [Call] { state.withLock { $0.calls } }

    public func url(_ path: String = "/hook") -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { preconditionFailure("not a path") }
        return url
    }

    /// Answers the requests in this order, and then with 200.
    public static func run(_ answers: Answer..., body: (FakeReceiver) async throws -> Void) async throws {
        let (receiver, channel) = try await start(answers)
        try await using({ try await channel.close() }) { try await body(receiver) }
    }

    public static func lasting() async throws -> FakeReceiver { try await start([]).receiver }

    private static func start(_ answers: [Answer]) async throws -> (receiver: FakeReceiver, channel: any Channel) {
        let script = Script()
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Handler(script))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let receiver = FakeReceiver(answers, port: channel.localAddress?.port ?? 0)
        script.receiver.withLock { $0 = receiver }
        return (receiver, channel)
    }

    private init(_ answers: [Answer], port: Int) {
        state = Mutex(State(answers: answers))
        self.port = port
    }

    private func take(_ call: Call) -> Answer {
        state.withLock { state in
            state.calls.append(call)
            return state.answers.isEmpty ? .status(200) : state.answers.removeFirst()
        }
    }

    /// Gives connections the receiver, which exists only after its port is known.
    private final class Script: Sendable {
        let receiver = Mutex<FakeReceiver?>(nil)
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let script: Script
        private var head: HTTPRequestHead?
        private var body: [UInt8] = []

        init(_ script: Script) { self.script = script }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                self.head = head
                body = []
            case .body(let bytes): body += Array(buffer: bytes)
            case .end: answer(context)
            }
        }

        private func answer(_ context: ChannelHandlerContext) {
            guard let head, let receiver = script.receiver.withLock({ $0 }) else { return }
            let headers = Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
            let call = Call(method: "\(head.method.rawValue)", path: head.uri, headers: headers, body: body)
            switch receiver.take(call) {
            case .status(let code): respond(code, [:], context)
            case .body(let count): respond(200, [:], bytes: count, context)
            case .drip:
                write(200, ["Transfer-Encoding": "chunked"], context)
                drip(context)
            case .redirect(let place): respond(307, ["Location": place], context)
            case .silence: break
            case .hangUp: context.close(promise: nil)
            }
        }

        private func respond(
            _ code: UInt, _ headers: HTTPHeaders, bytes: Int = 0, _ context: ChannelHandlerContext
        ) {
            var headers = headers
            headers.add(name: "Content-Length", value: "\(bytes)")
            write(code, headers, context)
            let body = ByteBuffer(repeating: UInt8(ascii: "x"), count: bytes)
            context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }

        private func write(_ code: UInt, _ headers: HTTPHeaders, _ context: ChannelHandlerContext) {
            let head = HTTPResponseHead(
                version: .http1_1, status: HTTPResponseStatus(statusCode: Int(code)), headers: headers)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
        }

        /// A byte every ten milliseconds until the peer closes.
        private func drip(_ context: ChannelHandlerContext) {
            guard context.channel.isActive else { return }
            let byte = ByteBuffer(string: "x")
            context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(byte))), promise: nil)
            context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(10)) { self.drip(context) }
        }
    }
}
