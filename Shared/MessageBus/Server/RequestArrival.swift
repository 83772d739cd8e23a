// A readable, permitted request on its way into a handler's task.

import Models

/// Makes the message of a reply.
struct ReplyWriter: Sendable {
    let exchange: Exchange
    let limit: Int

    func write(_ reply: some Encodable) throws(BusError) -> [UInt8] {
        do {
            return try FrameHeader(.reply, exchange.code, exchange.correlation).frame(body: reply, limit: limit)
        } catch .tooLarge(let bytes) {
            throw .tooLarge(bytes: bytes)
        } catch {
            throw .failed("the reply to \(exchange.code) cannot be written: \(error)")
        }
    }
}

/// A request that has arrived, and what its task needs to answer it.
struct RequestArrival: Sendable {
    /// Larger requests are read on the pool.
    static let largestReadInPlace = 64 << 10

    let exchange: Exchange
    let context: MessageContext
    let deadline: MonotonicTime
    let port: ServerPort

    private var writer: ReplyWriter { ReplyWriter(exchange: exchange, limit: port.limits.messageBytes) }

    /// Starts the task that handles a request on `executor`.
    func start<R: Request>(
        _ request: R, on executor: any TaskExecutor,
        _ handle: @escaping @Sendable (R, MessageContext) async throws -> R.Reply
    ) -> Task<Void, Never> {
        Task(executorPreference: executor) { await answer { try await handle(request, context) } }
    }

    /// Starts a task that reads the request on the pool before it handles it, on the reactor or on `executor`.
    func startReadingElsewhere<R: Request>(
        _ bytes: [UInt8], on executor: (any TaskExecutor)? = nil,
        _ handle: @escaping @Sendable (R, MessageContext) async throws -> R.Reply
    ) -> Task<Void, Never> {
        Task(executorPreference: executor ?? port.reactor) {
            await answer {
                let request = try await withTaskExecutorPreference(globalConcurrentExecutor) {
                    try bytes.withUnsafeBytes { try RequestReader.read(R.self, $0) }
                }
                return try await handle(request, context)
            }
        }
    }

    private func answer<Reply: Encodable & Sendable>(_ handle: @Sendable () async throws -> Reply) async {
        port.noteCode(exchange.code)
        let frame: [UInt8]
        do {
            let reply = try await HandlerDeadline.$current.withValue(deadline) { try await handle() }
            port.noteCode(exchange.code)
            frame = try writer.write(reply)
        } catch {
            frame = port.frame(of: error, for: exchange, requestID: context.requestID)
        }
        port.deliver(frame, for: exchange)
    }
}
