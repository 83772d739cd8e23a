public import Models
public import Tracing

/// The attributes that a span may have. Tracers drop every other attribute, so no path, account, address, token or text
/// of an error leaves the server.
public enum TracedFact: String, CaseIterable, Sendable {
    case service = "service.name"
    /// The service that gets the request.
    case peer = "rpc.service"
    case method = "http.request.method"
    /// The class of the HTTP status, such as `2xx`.
    case statusClass = "balise.status_class"
    /// The kind of error, as an `ErrorCode`.
    case error = "error.type"
}

/// Whether the parent's sampling decision applies. An absent key means that it does.
public enum KeepsSamplingDecision: ServiceContextKey {
    public typealias Value = Bool
}

/// A span of a request that is recorded, and the request's context below that span.
public final class RequestSpan: Sendable {
    public let context: MessageContext
    private let span: any Tracing.Span

    /// Starts a span; nil if the tracer does not record it.
    /// - Parameters:
    ///   - name: The name of the route or message.
    ///   - service: The service that records the span.
    ///   - keepsDecision: False if the sender must not decide what is recorded.
    public init?(
        _ tracer: any Tracer, _ name: String, _ kind: SpanKind, of service: ServiceName,
        below context: MessageContext, keepsDecision: Bool = true
    ) {
        var parent = ServiceContext.topLevel
        tracer.extract(context, into: &parent, using: TraceParentField())
        parent[KeepsSamplingDecision.self] = keepsDecision
        let below = parent
        let span: any Tracing.Span = tracer.startSpan(name, context: below, ofKind: kind)
        guard span.isRecording else { return nil }
        var own = context
        tracer.inject(span.context, into: &own, using: TraceParentField())
        self.span = span
        self.context = own
        note(.service, service.description)
    }

    public func note(_ fact: TracedFact, _ value: String) {
        span.updateAttributes { $0.set(fact.rawValue, value: .string(value)) }
    }

    /// Ends the span.
    /// - Parameter isFailure: Whether the server failed; false for a refusal.
    public func end(_ code: ErrorCode? = nil, isFailure: Bool = false) {
        if let code { note(.error, code.rawValue) }
        if isFailure { span.setStatus(SpanStatus(code: .error)) }
        span.end()
    }

    func end(with error: BusError) {
        switch error {
        case .refused(let refusal): end(refusal.code, isFailure: refusal.code == .internalFailure)
        case .unavailable, .closed, .cancelled: end(.unavailable, isFailure: true)
        case .overloaded: end(.overloaded, isFailure: true)
        case .timedOut: end(.timedOut, isFailure: true)
        case .notPermitted, .unknownMessage, .tooLarge, .malformed, .failed: end(.internalFailure, isFailure: true)
        }
    }
}

/// Reads and writes the field of W3C Trace Context in the context of a message.
private struct TraceParentField: Extractor, Injector {
    private static let name = "traceparent"

    func extract(key: String, from carrier: MessageContext) -> String? {
        key == TraceParentField.name ? carrier.traceParent : nil
    }

    func inject(_ value: String, forKey key: String, into carrier: inout MessageContext) {
        if key == TraceParentField.name { carrier.traceParent = value }
    }
}
