import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A connection to a mail server: one command at a time, each with a time limit.
final class SMTPConnection: Sendable {
    private let channel: any Channel
    private let handler: NIOLoopBound<SMTPReplyHandler>
    private let timeout: TimeAmount
    private let idleTimer = Mutex<Scheduled<Void>?>(nil)

    private init(_ channel: any Channel, _ handler: NIOLoopBound<SMTPReplyHandler>, _ timeout: TimeAmount) {
        (self.channel, self.handler, self.timeout) = (channel, handler, timeout)
    }

    static func open(_ options: SMTPOptions, _ tls: NIOSSLContext?) async throws(SMTPFailure) -> SMTPConnection {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let timeout = TimeAmount(options.timeout)
        let greeting = loop.makePromise(of: SMTPReply.self)
        let opened = loop.makePromise(of: SMTPConnection.self)
        ClientBootstrap(group: loop)
            .connectTimeout(timeout)
            .channelInitializer { channel in
                // `greeting` fails if opening fails or is cancelled (below). Then the connection must end.
                greeting.futureResult.whenFailure { _ in channel.close(promise: nil) }
                return channel.eventLoop.makeCompletedFuture {
                    let handler = SMTPReplyHandler()
                    handler.expect(greeting)
                    let pipeline = channel.pipeline.syncOperations
                    if options.security == .tls, let tls {
                        try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: options.nameForTLS))
                    }
                    try pipeline.addHandler(handler)
                }
            }
            .connect(host: options.host, port: options.port)
            .flatMapThrowing { channel in
                let handler = try channel.pipeline.syncOperations.handler(type: SMTPReplyHandler.self)
                return SMTPConnection(channel, NIOLoopBound(handler, eventLoop: loop), timeout)
            }
            .cascade(to: opened)
        // If the connection fails, its greeting never arrives, so the wait for the greeting must fail, too.
        opened.futureResult.whenFailure { greeting.fail($0) }
        let connection: SMTPConnection
        do {
            connection = try await withTaskCancellationHandler {
                try await opened.futureResult.get()
            } onCancel: {
                opened.fail(CancellationError())
            }
        } catch {
            throw SMTPFailure("the mail server cannot be reached (\(describe(error)))", isOfConnection: true)
        }
        if options.security == .none, !connection.isOnThisMachine {
            connection.end()
            throw SMTPFailure("the mail server is on another machine, and security is none", isOfConnection: true)
        }
        let reply = try await connection.wait(for: greeting.futureResult, .greeting)
        guard reply.code == 220 else {
            connection.end()
            throw reply.failure(of: .greeting)
        }
        return connection
    }

    /// This side's name if it has no host name: the address of its end of the connection (RFC 5321, section 4.1.3).
    var ownAddress: String {
        guard let address = channel.localAddress?.ipAddress else { return "[127.0.0.1]" }
        return address.contains(":") ? "[IPv6:\(address)]" : "[\(address)]"
    }

    var isOpen: Bool { channel.isActive }

    private var isOnThisMachine: Bool {
        guard let address = channel.remoteAddress?.ipAddress else { return false }
        return address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
    }

    func send(_ line: String, _ step: SMTPStep) async throws(SMTPFailure) -> SMTPReply {
        try await send(Array((line + "\r\n").utf8), step)
    }

    func send(_ bytes: [UInt8], _ step: SMTPStep) async throws(SMTPFailure) -> SMTPReply {
        let promise = channel.eventLoop.makePromise(of: SMTPReply.self)
        channel.eventLoop.execute { [channel, handler] in
            handler.value.expect(promise)
            channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
        }
        return try await wait(for: promise.futureResult, step)
    }

    func startTLS(_ tls: NIOSSLContext, name: String?) async throws(SMTPFailure) {
        let promise = channel.eventLoop.makePromise(of: Void.self)
        channel.eventLoop.execute { [channel, handler] in
            guard handler.value.isQuiet else { return promise.fail(SMTPReplyHandler.OutOfStep()) }
            handler.value.expectHandshake(promise)
            do {
                try channel.pipeline.syncOperations.addHandler(
                    NIOSSLClientHandler(context: tls, serverHostname: name), position: .first)
            } catch {
                handler.value.fail(error)
            }
        }
        try await wait(for: promise.futureResult, .handshake)
    }

    /// Ends the connection after this time, unless `reuse` is called before for another mail.
    func keep(for time: Duration) {
        let timer = channel.eventLoop.scheduleTask(in: TimeAmount(time)) { self.quit() }
        idleTimer.withLock { $0 = timer }
    }

    func reuse() { idleTimer.withLock { $0 }?.cancel() }

    func quit() {
        channel.writeAndFlush(ByteBuffer(string: "QUIT\r\n")).whenComplete { [channel] _ in channel.close(promise: nil)
        }
    }

    func end() { channel.close(promise: nil) }

    /// Waits for the server, as long as the step may take. A failed step closes the connection.
    private func wait<Value: Sendable>(
        for future: EventLoopFuture<Value>, _ step: SMTPStep
    ) async throws(SMTPFailure) -> Value {
        let timer = channel.eventLoop.scheduleTask(in: timeout) { [channel, handler, timeout] in
            handler.value.fail(ChannelError.connectTimeout(timeout))
            channel.close(promise: nil)
        }
        defer { timer.cancel() }
        do {
            return try await withTaskCancellationHandler {
                try await future.get()
            } onCancel: { [channel] in
                channel.close(promise: nil)
            }
        } catch {
            end()
            throw SMTPFailure(
                "\(step.rawValue) failed: \(SMTPConnection.describe(error))",
                isOfConnection: !step.isOfMail || step == .sender)
        }
    }

    /// Describes an error, without anything that was sent or received.
    private static func describe(_ error: any Error) -> String {
        switch error {
        case ChannelError.connectTimeout: "no answer in time"
        case ChannelError.eof, ChannelError.ioOnClosedChannel, ChannelError.alreadyClosed: "the connection ended"
        case is SMTPReplyHandler.OutOfStep, is SMTPReplyReader.Malformed: "the answer is not SMTP"
        case let error as NIOConnectionError: error.connectionErrors.isEmpty ? "no address" : "no connection"
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: "\(error)"
        default: "\(type(of: error))"
        }
    }
}
