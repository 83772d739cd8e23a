// The operator's program that messages to people are posted to, here to be read by tests.

import Foundation
import Isolation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Takes what Balise posts as messages to people.
final class Mailbox: Sendable {
    /// What the calls are signed with.
    static let secret = "the webhook's own secret"

    /// A message as it was posted.
    struct Message: Sendable {
        static let signInNotice = "new-sign-in"

        var signature: String?
        var body: [UInt8]

        var json: JSON? { try? JSON(reading: body) }
        var to: String? { json?["to"]?.text }
        var kind: String? { json?["kind"]?.text }
        var token: String? { json?["token"]?.text }
    }

    private static let starting = Mutex<Task<Mailbox, any Error>?>(nil)

    /// The one that all tests share; it lives as long as the process.
    static func shared() async throws -> Mailbox {
        let task = starting.withLock { starting in
            if let starting { return starting }
            let task = Task { try await Mailbox() }
            starting = task
            return task
        }
        return try await task.value
    }

    /// Where it listens.
    let address: String
    private let inbox: Inbox

    private init() async throws {
        let inbox = Inbox()
        self.inbox = inbox
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Receiving(inbox))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        address = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/messages"
    }

    /// The messages to somebody, the oldest first, but for notices of sign-ins: whoever signs in on a second device gets one,
    /// at whatever moment.
    func messages(to address: String) -> [Message] {
        inbox.all.filter { $0.to == address && $0.kind != Message.signInNotice }
    }

    /// The notices of sign-ins to somebody, the oldest first.
    func signInNotices(to address: String) -> [Message] {
        inbox.all.filter { $0.to == address && $0.kind == Message.signInNotice }
    }

    /// Waits for as many messages to somebody, and tells the last.
    func message(_ count: Int = 1, to address: String) async throws -> Message {
        try await eventually("a message to somebody") { messages(to: address).count >= count }
        return messages(to: address)[count - 1]
    }

    private final class Inbox: Sendable {
        private let messages = Mutex<[Message]>([])
        var all: [Message] { messages.withLock { $0 } }
        func add(_ message: Message) { messages.withLock { $0.append(message) } }
    }

    /// Reads one request after the other and answers each with 204.
    private final class Receiving: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let inbox: Inbox
        private var message = Message(body: [])

        init(_ inbox: Inbox) { self.inbox = inbox }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                message = Message(signature: head.headers.first(name: "x-balise-signature"), body: [])
            case .body(let part): message.body += Array(part.readableBytesView)
            case .end:
                inbox.add(message)
                let head = HTTPResponseHead(version: .http1_1, status: .noContent)
                context.write(wrapOutboundOut(.head(head)), promise: nil)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }
    }
}
