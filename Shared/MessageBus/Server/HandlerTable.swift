// Which handler answers which message, and where it runs.

public import Models

/// The handlers of a service, like a table of contents.
///
/// A handler that throws `ServiceError` answers it: its caller sees `BusError.refused`. A `BusError` of a request that
/// the handler sent itself is passed on. Any other error answers `failed` and is reported with its cause, unless
/// `answerError` makes one of these of it.
public struct HandlerTable: Sendable {
    /// How a request is answered, with its types erased.
    struct Handler: Sendable {
        let waitsForChanges: Bool
        let senders: Set<ServiceName>
        let answer: Answering
    }

    /// The two ways to answer.
    enum Answering: Sendable {
        /// At once, on the reactor: the reply's message.
        case inline(@Sendable (UnsafeRawBufferPointer, MessageContext, ReplyWriter) throws -> [UInt8])
        /// By a task that is started with the request; an error is thrown when the request is not readable.
        case task(@Sendable (UnsafeRawBufferPointer, RequestArrival) throws -> Task<Void, Never>)
    }

    private var handlers: [UInt16: Handler] = [:]

    /// Turns what a handler throws into what its caller is told.
    public var answerError: @Sendable (any Error, MessageContext) -> any Error = { error, _ in error }

    /// A table without handlers.
    public init() {}

    /// The codes that have a handler.
    public var codes: Set<MessageCode> { Set(handlers.keys.map(MessageCode.init(rawValue:))) }

    /// Who may send which of these messages.
    public var permissions: Permissions {
        Permissions(handlers.map { (MessageCode(rawValue: $0.key), $0.value.senders) })
    }

    subscript(code: MessageCode) -> Handler? { handlers[code.rawValue] }

    /// Answers with a task on the reactor: for handlers that wait for the store or the bus and compute little.
    ///
    /// - Parameter senders: Who may send the message; nil for those whom its declaration names.
    public mutating func on<R: Request>(
        _ request: R.Type, from senders: Set<ServiceName>? = nil, _ handle: @escaping RequestHandling<R>
    ) {
        set(
            request, from: senders,
            .task { bytes, arrival in
                // To read a large request takes long enough to keep others waiting.
                if bytes.count > RequestArrival.largestReadInPlace {
                    return arrival.startReadingElsewhere([UInt8](bytes), handle)
                }
                return arrival.start(try RequestReader.read(R.self, bytes), on: arrival.port.reactor, handle)
            })
    }

    /// The same for a handler that gives each of its senders something else.
    public mutating func onCaller<R: Request>(
        _ request: R.Type, from senders: Set<ServiceName>,
        _ handle: @escaping CallerRequestHandling<R>
    ) {
        set(
            request, from: senders,
            .task { bytes, arrival in
                let caller = arrival.caller
                let answer: RequestHandling<R> = { request, context in try await handle(request, caller, context) }
                if bytes.count > RequestArrival.largestReadInPlace {
                    return arrival.startReadingElsewhere([UInt8](bytes), answer)
                }
                return arrival.start(try RequestReader.read(R.self, bytes), on: arrival.port.reactor, answer)
            })
    }

    /// Answers at once on the reactor: for handlers that are short and never wait. Nothing else happens on the bus
    /// meanwhile.
    public mutating func inline<R: Request>(
        _ request: R.Type, _ handle: @escaping @Sendable (R, MessageContext) throws -> R.Reply
    ) {
        set(
            request,
            .inline { bytes, context, writer in
                try writer.write(try handle(try RequestReader.read(R.self, bytes), context), to: R.self)
            })
    }

    /// Answers with a task on the pool: for handlers that compute long.
    public mutating func onPool<R: Request>(
        _ request: R.Type, from senders: Set<ServiceName>? = nil, _ handle: @escaping RequestHandling<R>
    ) {
        set(
            request, from: senders,
            .task { bytes, arrival in
                if bytes.count > RequestArrival.largestReadInPlace {
                    return arrival.startReadingElsewhere([UInt8](bytes), on: globalConcurrentExecutor, handle)
                }
                return arrival.start(try RequestReader.read(R.self, bytes), on: globalConcurrentExecutor, handle)
            })
    }

    private mutating func set<R: Request>(
        _ request: R.Type, from senders: Set<ServiceName>? = nil, _ answer: Answering
    ) {
        handlers[R.code.rawValue] = Handler(
            waitsForChanges: R.waitsForChanges, senders: senders ?? R.declaredSenders, answer: answer)
    }
}

/// Reads requests, and names what is wrong when it cannot.
enum RequestReader {
    static func read<R: Request>(_: R.Type, _ bytes: UnsafeRawBufferPointer) throws(BusError) -> R {
        do { return try MessageBody.read(R.self, bytes) } catch {
            throw .malformed("\(R.self) is not readable: \(error)")
        }
    }
}
