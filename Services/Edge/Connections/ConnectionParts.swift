// The parts of a connection's requests and answers, between its channel and its task.

import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// The parts of a connection's requests as they come, and the way of its answers: in the channel on one side, for the
/// task that answers on the other.
///
/// It is also the executor of that task, which runs on the thread of the connection's event loop. So a request changes
/// threads for the bus alone, and nothing here needs a lock.
///
/// `@unchecked Sendable`: but for `enqueue`, it is used on the event loop's thread alone.
final class ConnectionParts: ChannelDuplexHandler, TaskExecutor, @unchecked Sendable {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// When so many parts wait for the task, no more is read from the socket.
    private static let maximumWaiting = 10
    /// When fewer wait, reading goes on.
    private static let minimumWaiting = 2

    private let eventLoop: any EventLoop
    private var context: ChannelHandlerContext?
    private var waiting = CircularBuffer<HTTPRequestPart>(initialCapacity: 4)
    /// Whether the channel wants to read and too many parts wait.
    private var isReadHeld = false
    /// Whether nothing more comes behind what waits.
    private var hasEnded = false
    /// Why it ended, until the task is told.
    private var failure: (any Error)?
    private var isOutputClosed = false
    private var reader: UnsafeContinuation<HTTPRequestPart?, any Error>?
    private var writer: UnsafeContinuation<Void, any Error>?

    init(on eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    // MARK: The task

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Comes back to the event loop's thread, where the task has been elsewhere.
    private func enter() async {
        if eventLoop.inEventLoop { return }
        await withUnsafeContinuation { continuation in eventLoop.execute { continuation.resume() } }
        // Of another task it would go on elsewhere.
        eventLoop.assertInEventLoop()
    }

    // MARK: Requests

    /// The next part; nil when none will come. Throws once what is wrong with the request that was coming.
    func next() async throws -> HTTPRequestPart? {
        await enter()
        if let part = waiting.popFirst() {
            readOn()
            return part
        }
        guard hasEnded else { return try await withUnsafeThrowingContinuation { reader = $0 } }
        guard let failure else { return nil }
        self.failure = nil
        throw failure
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { waiting.append(Self.unwrapInboundIn(data)) }

    /// The task is told of a request once for all of its parts that came together.
    func channelReadComplete(context: ChannelHandlerContext) {
        resumeReader()
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        isReadHeld = waiting.count >= Self.maximumWaiting
        if !isReadHeld { context.read() }
    }

    private func readOn() {
        guard isReadHeld, waiting.count < Self.minimumWaiting else { return }
        isReadHeld = false
        context?.read()
    }

    private func resumeReader() {
        guard let reader, let part = waiting.popFirst() else { return }
        self.reader = nil
        reader.resume(returning: part)
        readOn()
    }

    private func end(_ error: (any Error)?) {
        guard !hasEnded else { return }
        hasEnded = true
        resumeReader()
        guard let reader else {
            failure = error
            return
        }
        self.reader = nil
        if let error { reader.resume(throwing: error) } else { reader.resume(returning: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        end(error)
        context.fireErrorCaught(error)
    }

    // MARK: Answers

    /// Writes a part of an answer, once the client has room for it. Throws when it cannot be written any more.
    func write(_ part: HTTPResponsePart) async throws {
        try await room().writeAndFlush(Self.wrapOutboundOut(part), promise: nil)
    }

    /// Writes a whole answer, once the client has room for it.
    func write(_ head: HTTPResponse, _ body: ByteBuffer?) async throws {
        let context = try await room()
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        if let body { context.write(Self.wrapOutboundOut(.body(body)), promise: nil) }
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
    }

    /// No further answer follows.
    func finish() async {
        await enter()
        context?.close(mode: .output, promise: nil)
    }

    /// Ends the connection as it is.
    func abort() async {
        await enter()
        context?.close(promise: nil)
    }

    private func room() async throws -> ChannelHandlerContext {
        await enter()
        if let context, !isOutputClosed, !context.channel.isWritable { try await untilWritable() }
        guard let context, !isOutputClosed else { throw ChannelError.ioOnClosedChannel }
        return context
    }

    private func untilWritable() async throws {
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
                // A cancellation from before found nothing to end.
                if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                writer = continuation
            }
        } onCancel: {
            eventLoop.execute { self.resumeWriter(throwing: CancellationError()) }
        }
    }

    private func resumeWriter(throwing error: (any Error)? = nil) {
        let writer = writer
        self.writer = nil
        if let error { writer?.resume(throwing: error) } else { writer?.resume() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { resumeWriter() }
        context.fireChannelWritabilityChanged()
    }

    // MARK: Ends

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed: end(nil)
        case ChannelEvent.outputClosed: closeOutput()
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func closeOutput() {
        isOutputClosed = true
        resumeWriter(throwing: ChannelError.ioOnClosedChannel)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func channelInactive(context: ChannelHandlerContext) {
        end(nil)
        closeOutput()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end(nil)
        closeOutput()
        self.context = nil
    }
}
