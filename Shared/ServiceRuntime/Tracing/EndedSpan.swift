import MessageBus
import Tracing

/// A `Span` of opentelemetry-proto in its JSON encoding: ids in hexadecimal, numbers of 64 bits as texts.
struct EndedSpan: Encodable, Sendable {
    struct Attribute: Encodable {
        struct Text: Encodable {
            let stringValue: String
        }

        let key: String
        let value: Text

        init(_ key: String, _ text: String) { (self.key, value) = (key, Text(stringValue: text)) }
    }

    private struct Status: Encodable {
        /// `STATUS_CODE_UNSET` (0) or `STATUS_CODE_ERROR` (2) of opentelemetry-proto.
        let code: Int
    }

    private enum CodingKeys: String, CodingKey {
        case traceId, spanId, parentSpanId, name, kind, startTimeUnixNano, endTimeUnixNano, attributes, status
    }

    let traceId: String
    let spanId: String
    let parentSpanId: String?
    let name: String
    /// The service that recorded the span. The span's resource has its name.
    let service: String
    private let kind: Int
    private let startTimeUnixNano: String
    private let endTimeUnixNano: String
    private let attributes: [Attribute]
    private let status: Status

    /// Creates a span from the recorded facts.
    /// - Parameters:
    ///   - start: The beginning in nanoseconds since 1970. `end` has the same unit.
    init(
        traceId: String, spanId: String, parentSpanId: String?, name: String, kind: SpanKind, from start: UInt64,
        to end: UInt64, _ facts: [TracedFact: String], isFailure: Bool
    ) {
        self.traceId = traceId
        self.spanId = spanId
        self.parentSpanId = parentSpanId
        self.name = name
        self.kind = EndedSpan.number(of: kind)
        startTimeUnixNano = String(start)
        endTimeUnixNano = String(end)
        service = facts[.service] ?? ""
        attributes = facts.filter { $0.key != .service }.map { Attribute($0.key.rawValue, $0.value) }
        status = Status(code: isFailure ? 2 : 0)
    }

    private static func number(of kind: SpanKind) -> Int {
        switch kind {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .producer: 4
        case .consumer: 5
        }
    }
}

/// A batch of spans: the `ExportTraceServiceRequest` of opentelemetry-proto.
struct SpanExport: Encodable {
    private struct ResourceSpans: Encodable {
        let resource: Resource
        let scopeSpans: [ScopeSpans]
    }

    private struct Resource: Encodable {
        let attributes: [EndedSpan.Attribute]
    }

    private struct ScopeSpans: Encodable {
        let scope: Scope
        let spans: [EndedSpan]
    }

    private struct Scope: Encodable {
        let name = "balise"
        let version = ServiceProgram.version
    }

    private let resourceSpans: [ResourceSpans]

    init(_ spans: [EndedSpan]) {
        resourceSpans = Dictionary(grouping: spans, by: \.service).map { service, spans in
            let resource = Resource(attributes: [
                EndedSpan.Attribute("service.name", service), EndedSpan.Attribute("service.namespace", "balise"),
                EndedSpan.Attribute("service.version", ServiceProgram.version),
            ])
            return ResourceSpans(resource: resource, scopeSpans: [ScopeSpans(scope: Scope(), spans: spans)])
        }
    }
}
