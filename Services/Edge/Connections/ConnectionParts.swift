import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Connects a connection's channel with the task that answers its requests. It is also that task's executor, on the
/// thread of the event loop, so that only the bus makes a request change threads and nothing needs a lock. `@unchecked
/// Sendable`: all members except `enqueue` are used only on that thread.
final class ConnectionParts: ChannelDuplexHandler, RemovableChannelHandler, TaskExecutor, @unchecked Sendable {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The number of waiting parts at which reading from the socket pauses.
    private static let maximumWaiting = 10
    /// The number of waiting parts below which reading resumes.
    private static let minimumWaiting = 2

    let eventLoop: any EventLoop
    private var context: ChannelHandlerContext?
    private var waiting = CircularBuffer<HTTPRequestPart>(initialCapacity: 4)
    /// Whether the channel wants to read, but too many parts wait.
    private var isReadHeld = false
    /// Whether no part follows the waiting parts.
    private var hasEnded = false
    private var failure: (any Error)?
    private var isOutputClosed = false
    private var isQuiescing = false
    private var reader: UnsafeContinuation<HTTPRequestPart?, any Error>?
    private var writer: UnsafeContinuation<Void, any Error>?

    init(on eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    // MARK: The task

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Continues on the event loop's thread.
    private func enter() async {
        if eventLoop.inEventLoop { return }
        await withUnsafeContinuation { continuation in eventLoop.execute { continuation.resume() } }
        // In a task with another executor, the call would continue on another thread.
        eventLoop.assertInEventLoop()
    }

    // MARK: Requests

    /// Returns the next part of a request; nil at the end. Throws once if the request is malformed.
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

    /// Resumes the task once for all parts that arrived together.
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

    /// Writes a part as soon as the client has room. Throws if the connection can no longer be written to.
    func write(_ part: HTTPResponsePart) async throws {
        try await room().writeAndFlush(Self.wrapOutboundOut(part), promise: nil)
    }

    func write(_ head: HTTPResponse, _ body: ByteBuffer?) async throws {
        let context = try await room()
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        if let body { context.write(Self.wrapOutboundOut(.body(body)), promise: nil) }
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
    }

    func finish() async {
        await enter()
        context?.close(mode: .output, promise: nil)
    }

    func abort() async {
        await enter()
        context?.close(promise: nil)
    }

    /// Replaces the handlers of HTTP, including itself, after the answer to an upgrade. Bytes behind the request go to
    /// the first new handler. The task keeps its thread. Throws if the client has hung up, because no new handler would
    /// learn of it.
    func replaceHTTP(with handlers: [any ChannelHandler]) async throws {
        while let part = try await next() {
            if case .end = part { break }
        }
        let pipeline = try await room().pipeline.syncOperations
        guard !hasEnded else { throw ChannelError.inputClosed }
        let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
        for context in [
            try pipeline.context(handlerType: FramingBudget.self),
            try pipeline.context(handlerType: RequestHeadCheck.self),
            try pipeline.context(handlerType: AnswerEncoder.self),
            try pipeline.context(handlerType: ConnectionGuard.self),
            try pipeline.context(handlerType: ConnectionParts.self),
        ] { pipeline.removeHandler(context: context, promise: nil) }
        try pipeline.addHandlers(handlers)
        // The removed decoder passes on the bytes that it has not read.
        pipeline.removeHandler(context: decoder, promise: nil)
        // Only the handlers of HTTP have learned that the server ends.
        if isQuiescing { pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
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
                // An earlier cancellation found no continuation that it could end.
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
        case is ChannelShouldQuiesceEvent: isQuiescing = true
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
