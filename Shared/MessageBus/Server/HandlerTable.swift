public import Models

/// The handlers of a service. If a handler throws a `ServiceError`, the caller gets `BusError.refused`. If a request of
/// the handler itself failed with a `BusError`, the caller gets that. A `CancellationError` becomes `cancelled`, any
/// other error `failed`, unless `answerError` replaces it.
public struct HandlerTable: Sendable {
    struct Handler: Sendable {
        let message: any Request.Type
        let waitsForChanges: Bool
        let senders: Set<ServiceName>
        let answer: Answering
        /// The `DirectHandler` for callers in the same process; nil if they use the bus.
        var direct: (any AnyObject & Sendable)?
    }

    enum Answering: Sendable {
        /// The handler runs at once, on the reactor's thread.
        case inline(@Sendable (UnsafeRawBufferPointer, MessageContext, ReplyWriter) throws -> [UInt8])
        /// The handler runs in a task. Throws if the request is unreadable.
        case task(@Sendable (UnsafeRawBufferPointer, RequestArrival) throws -> Task<Void, Never>)
    }

    private var handlers: [UInt16: Handler] = [:]

    /// Converts a handler's error to the error that the caller gets.
    public var answerError: @Sendable (any Error, MessageContext) -> any Error = { error, _ in error }

    public init() {}

    public var permissions: Permissions {
        Permissions(handlers.map { (MessageCode(rawValue: $0.key), $0.value.senders) })
    }

    subscript(code: MessageCode) -> Handler? { handlers[code.rawValue] }

    /// Handles a request in a task on the reactor, for handlers that wait for the store or the bus and compute little.
    /// - Parameter senders: The allowed senders; nil for the senders that the message declares.
    public mutating func on<R: Request>(
        _ request: R.Type, from senders: Set<ServiceName>? = nil, _ handle: @escaping RequestHandling<R>
    ) {
        set(request, from: senders, .task { bytes, arrival in try arrival.start(bytes, on: nil, handle) })
    }

    /// Handles a request like `on`. A caller in the same process runs the handler on its own thread, past the bus. So it is
    /// for short handlers that wait only for the store.
    public mutating func direct<R: Request>(_ handle: @escaping RequestHandling<R>) {
        on(handle)
        // The bus itself handles acts and requests that wait for changes.
        if !R.isOperatorAct, !R.waitsForChanges { handlers[R.code.rawValue]?.direct = DirectHandler(handle) }
    }

    func directHandler<R: Request>(of _: R.Type) -> DirectHandler<R>? {
        handlers[R.code.rawValue]?.direct as? DirectHandler<R>
    }

    /// Handles a request with a method whose first parameter determines the message, as in `on(service.getProfile)`.
    public mutating func on<R: Request>(_ handle: @escaping RequestHandling<R>) { on(R.self, handle) }

    /// Handles a request like `on(_:from:_:)`, for a handler whose answer depends on the sender.
    public mutating func onCaller<R: Request>(
        _ request: R.Type, from senders: Set<ServiceName>,
        _ handle: @escaping CallerRequestHandling<R>
    ) {
        set(
            request, from: senders,
            .task { bytes, arrival in
                let caller = arrival.caller
                let answer: RequestHandling<R> = { request, context in try await handle(request, caller, context) }
                return try arrival.start(bytes, on: nil, answer)
            })
    }

    /// Handles a request at once on the reactor, and blocks the reactor: for short handlers that never wait.
    public mutating func inline<R: Request>(
        _ request: R.Type, _ handle: @escaping @Sendable (R, MessageContext) throws -> R.Reply
    ) {
        set(
            request,
            .inline { bytes, context, writer in
                try writer.write(try handle(try RequestReader.read(R.self, bytes), context), to: R.self)
            })
    }

    /// Handles a request in a task on the global pool, for long computations.
    public mutating func onPool<R: Request>(
        _ request: R.Type, from senders: Set<ServiceName>? = nil, _ handle: @escaping RequestHandling<R>
    ) {
        set(
            request, from: senders,
            .task { bytes, arrival in try arrival.start(bytes, on: globalConcurrentExecutor, handle) })
    }

    private mutating func set<R: Request>(
        _ request: R.Type, from senders: Set<ServiceName>? = nil, _ answer: Answering
    ) {
        handlers[R.code.rawValue] = Handler(
            message: R.self, waitsForChanges: R.waitsForChanges, senders: senders ?? R.declaredSenders, answer: answer)
    }
}

enum RequestReader {
    static func read<R: Request>(_: R.Type, _ bytes: UnsafeRawBufferPointer) throws(BusError) -> R {
        do { return try MessageBody.read(R.self, bytes) } catch {
            throw .malformed("\(R.self) is not readable: \(error)")
        }
    }
}

/// The messages that each caller may send. A caller that is not listed may send nothing.
public struct Permissions: Sendable {
    private let permitted: Set<UInt32>

    public init(_ table: [ServiceName: [any Request.Type]]) {
        permitted = Set(table.flatMap { caller, messages in messages.map { Permissions.key(caller, $0.code) } })
    }

    init(_ table: [(code: MessageCode, senders: Set<ServiceName>)]) {
        permitted = Set(table.flatMap { entry in entry.senders.map { Permissions.key($0, entry.code) } })
    }

    func permits(_ caller: ServiceName, _ code: MessageCode) -> Bool {
        permitted.contains(Permissions.key(caller, code))
    }

    private static func key(_ caller: ServiceName, _ code: MessageCode) -> UInt32 {
        UInt32(caller.rawValue) << 16 | UInt32(code.rawValue)
    }
}
