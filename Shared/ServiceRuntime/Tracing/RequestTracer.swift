import MessageBus
import Synchronization
import Tracing

/// Decides which requests are recorded: it keeps the decision of a span's parent, or decides by a ratio.
struct RequestTracer: Tracer {
    typealias Span = RecordedSpan

    private enum Key: ServiceContextKey {
        typealias Value = TraceParent
    }

    /// The share of spans that are recorded, from 0 (none) to 1 (all).
    let ratio: Double
    /// Returns random numbers for ids and decisions. Callers choose the ids of traces, so these decide nothing.
    let random: @Sendable () -> UInt64
    let receive: @Sendable (EndedSpan) -> Void

    func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> RecordedSpan {
        var context = context()
        let parent = context[Key.self]
        let keepsDecision = context[KeepsSamplingDecision.self] ?? true
        let own = TraceParent(
            traceID: parent?.traceID ?? digits() + digits(), spanID: digits(),
            isSampled: keepsDecision ? parent?.isSampled ?? decide() : decide())
        context[Key.self] = own
        return RecordedSpan(
            operationName, kind, own, below: parent?.spanID, context, began: instant().nanosecondsSinceEpoch,
            receive: receive)
    }

    private func decide() -> Bool { Double(random() >> 11) * 0x1p-53 < ratio }

    /// Returns 16 random hexadecimal digits, not all zero.
    private func digits() -> String {
        let text = String(max(1, random()), radix: 16)
        return String(repeating: "0", count: 16 - text.utf8.count) + text
    }

    func forceFlush() {}

    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        context[Key.self] = extractor.extract(key: TraceParent.name, from: carrier).flatMap { TraceParent($0) }
    }

    func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let own = context[Key.self] else { return }
        injector.inject(own.text, forKey: TraceParent.name, into: &carrier)
    }
}

/// A span while it is recorded. It ignores events, links and errors, whose texts may contain anything.
final class RecordedSpan: Tracing.Span {
    private struct State {
        var name: String
        var attributes = SpanAttributes()
        var isFailure = false
        var hasEnded = false
    }

    let context: ServiceContext
    private let kind: SpanKind
    private let own: TraceParent
    private let parentID: String?
    private let began: UInt64
    private let receive: @Sendable (EndedSpan) -> Void
    private let state: Mutex<State>

    init(
        _ name: String, _ kind: SpanKind, _ own: TraceParent, below parentID: String?, _ context: ServiceContext,
        began: UInt64, receive: @escaping @Sendable (EndedSpan) -> Void
    ) {
        (self.kind, self.own, self.parentID, self.context) = (kind, own, parentID, context)
        self.began = began
        self.receive = receive
        state = Mutex(State(name: name))
    }

    var isRecording: Bool { own.isSampled }

    var operationName: String {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    var attributes: SpanAttributes {
        get { state.withLock { $0.attributes } }
        set { state.withLock { $0.attributes = newValue } }
    }

    func setStatus(_ status: SpanStatus) { state.withLock { $0.isFailure = status.code == .error } }

    func addEvent(_ event: SpanEvent) {}

    func addLink(_ link: SpanLink) {}

    func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {}

    func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        guard isRecording else { return }
        let last = state.withLock { state -> State? in
            defer { state.hasEnded = true }
            return state.hasEnded ? nil : state
        }
        guard let last else { return }
        var facts: [TracedFact: String] = [:]
        for fact in TracedFact.allCases {
            if case .string(let value)? = last.attributes.get(fact.rawValue) { facts[fact] = value }
        }
        receive(
            EndedSpan(
                traceId: own.traceID, spanId: own.spanID, parentSpanId: parentID, name: last.name, kind: kind,
                from: began, to: max(began, instant().nanosecondsSinceEpoch), facts, isFailure: last.isFailure))
    }
}
