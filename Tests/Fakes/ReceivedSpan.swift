import Foundation

/// A span as a receiver of OTLP/HTTP gets it in JSON.
public struct ReceivedSpan: Sendable {
    public let service: String
    public let traceID: String
    public let spanID: String
    public let parentID: String?
    public let name: String
    public let kind: Int
    public let isFailure: Bool
    public let attributes: [String: String]
}

extension FakeReceiver {
    /// All spans of calls to `/v1/traces`, in the order of their arrival.
    public func spans() throws -> [ReceivedSpan] {
        let traces = calls.filter { $0.method == "POST" && $0.path == "/v1/traces" }
        return try traces.flatMap { call in
            try JSONDecoder().decode(Export.self, from: Data(call.body)).resourceSpans.flatMap { part in
                let resource = part.resource.attributes.texts
                return part.scopeSpans.flatMap(\.spans).map { span in
                    ReceivedSpan(
                        service: resource["service.name"] ?? "", traceID: span.traceId, spanID: span.spanId,
                        parentID: span.parentSpanId, name: span.name, kind: span.kind, isFailure: span.status.code == 2,
                        attributes: span.attributes.texts)
                }
            }
        }
    }
}

private struct Export: Decodable {
    struct Part: Decodable {
        let resource: Resource
        let scopeSpans: [Scope]
    }

    struct Resource: Decodable {
        let attributes: [Attribute]
    }

    struct Scope: Decodable {
        let spans: [Span]
    }

    struct Span: Decodable {
        struct Status: Decodable {
            let code: Int
        }

        let traceId: String
        let spanId: String
        let parentSpanId: String?
        let name: String
        let kind: Int
        /// A text, as JSON numbers are less exact.
        let startTimeUnixNano: String
        let endTimeUnixNano: String
        let attributes: [Attribute]
        let status: Status
    }

    struct Attribute: Decodable {
        struct Value: Decodable {
            let stringValue: String
        }

        let key: String
        let value: Value
    }

    let resourceSpans: [Part]
}

extension [Export.Attribute] {
    fileprivate var texts: [String: String] {
        Dictionary(map { ($0.key, $0.value.stringValue) }) { first, _ in first }
    }
}
