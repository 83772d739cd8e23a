import CBOR
public import Models

struct ReplyWriter: Sendable {
    let exchange: Exchange
    let limit: Int

    func write<R: Request>(_ reply: R.Reply, to _: R.Type) throws(BusError) -> [UInt8] {
        do {
            return try FrameHeader(.reply, exchange.code, exchange.correlation).frame(limit: limit) {
                writer throws(CBORError) in
                try MessageBody.writeReply(of: R.self, reply, to: &writer)
            }
        } catch .tooLarge(let bytes) {
            throw .tooLarge(bytes: bytes)
        } catch {
            throw .failed("the reply to \(exchange.code) cannot be written: \(error)")
        }
    }
}

/// A handler, run on its caller's executor: any change of executors costs as much as decoding a short message.
public typealias RequestHandling<R: Request> =
    nonisolated(nonsending) @Sendable (R, MessageContext) async throws -> R.Reply

/// A handler that also gets the sender.
public typealias CallerRequestHandling<R: Request> =
    nonisolated(nonsending) @Sendable (R, ServiceName, MessageContext) async throws -> R.Reply

struct RequestArrival: Sendable {
    /// The largest request in bytes that the reactor decodes. The pool decodes larger requests.
    static let largestReadInPlace = 64 << 10

    let exchange: Exchange
    /// The sender, whose permissions were checked.
    let caller: ServiceName
    let context: MessageContext
    let request: ArrivedRequest
    let span: RequestSpan?
    let port: ServerPort

    private var writer: ReplyWriter { ReplyWriter(exchange: exchange, limit: port.limits.messageBytes) }

    /// Starts the handler's task.
    /// - Parameter executor: The handler's executor; nil for the reactor.
    func start<R: Request>(
        _ bytes: UnsafeRawBufferPointer, on executor: (any TaskExecutor)?, _ handle: @escaping RequestHandling<R>
    ) throws(BusError) -> Task<Void, Never> {
        let executor: any TaskExecutor = executor ?? port.reactor
        guard bytes.count > RequestArrival.largestReadInPlace else {
            let request = try RequestReader.read(R.self, bytes)
            return Task(executorPreference: executor) {
                await answer(R.self) {
                    try checkMayAct(request)
                    return try await handle(request, context)
                }
            }
        }
        let copy = [UInt8](bytes)
        return Task(executorPreference: executor) {
            await answer(R.self) {
                let request = try await withTaskExecutorPreference(globalConcurrentExecutor) {
                    try copy.withUnsafeBytes { try RequestReader.read(R.self, $0) }
                }
                try checkMayAct(request)
                return try await handle(request, context)
            }
        }
    }

    /// Throws for an operator's act unless auth-session sent it, because auth-session verifies the credential. Other
    /// services also send some acts for users, which the permissions cannot distinguish.
    private func checkMayAct<R: Request>(_ request: R) throws(BusError) {
        guard R.isOperatorAct, caller != .authSession, (request as? any OperatorAct)?.isOfOperator == true else {
            return
        }
        port.refuse(exchange, from: caller)
        throw .notPermitted
    }

    nonisolated(nonsending) private func answer<R: Request>(
        _: R.Type, _ handle: nonisolated(nonsending) @Sendable () async throws -> R.Reply
    ) async {
        port.recordCode(exchange.code)
        let frame: [UInt8]
        do {
            let reply = try await CurrentRequest.$validity.withValue(request) { try await handle() }
            port.recordCode(exchange.code)
            frame = try writer.write(reply, to: R.self)
            span?.end()
        } catch {
            // A caller that has turned to another replica ignores this answer. Another may send the request again.
            frame =
                R.isIdempotent && !request.isValid
                ? ErrorFrame.frame(.outdated, exchange.code, exchange.correlation)
                : port.frame(of: error, for: exchange, context, span)
        }
        port.deliver(frame, for: exchange)
    }
}

/// Whether a request is still valid: not after its deadline, not after a standstill of the reactor since its arrival,
/// and not once its caller has learned that the service ends.
struct ArrivedRequest: RequestValidity {
    let arrival: MonotonicTime
    let end: MonotonicTime
    let port: ServerPort
    let act: ActMark?

    var deadline: UInt64 { end.nanoseconds }

    var isValid: Bool {
        let now = MonotonicTime.now
        return now < end && port.reactor.turns.hasGoneOn(from: arrival, to: now) && !port.isAbandoned
    }
}

/// Finds the age of a request. The caller stamps it with a lower bound of this service's clock.
enum RequestAge {
    /// Returns when the request was sent. Nil if it is too old or its age is unknown: its caller may have given up, or
    /// sent it to another replica.
    static func departure(of header: FrameHeader, at now: MonotonicTime, _ limits: BusLimits) -> MonotonicTime? {
        guard let sentAt = header.clock else { return nil }
        // A time in the future shows that this clock stood still, for example while the machine was suspended.
        guard sentAt <= now else { return sentAt <= now.adding(limits.clockTolerance) ? now : nil }
        return sentAt.adding(limits.maximumRequestAge) >= now ? sentAt : nil
    }
}
