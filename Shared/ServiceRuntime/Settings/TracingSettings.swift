public import Foundation
import Models

/// Where spans of requests are sent; nowhere if no endpoint is set.
public struct TracingSettings: SettingsSection {
    public struct Header: Sendable {
        public let name: String
        public let value: Secret
    }

    public var endpoint: URL?
    public var sampling: Double
    public var headers: [Header]

    public init(_ reader: inout SettingsReader) {
        endpoint = reader.readOptional(
            "tracing.endpoint", .safeAddress("http://127.0.0.1:4318"),
            """
            The receiver of traces by OTLP/HTTP, without its path /v1/traces. Spans name calls, messages, services and \
            error codes, and nothing of users.
            """)
        sampling = reader.read(
            "tracing.sampling", .ratio, default: 1,
            """
            The part of the requests that are traced. A proxy of http.trustedProxies decides for the requests whose \
            traceparent it sends.
            """)
        headers =
            reader.readSecret(
                "tracing.headers", .headers,
                "The header fields for the receiver of traces, for example its credential.") ?? []
    }
}

extension SectionNames { public var tracing: TracingSettings.Type { TracingSettings.self } }

extension ValueForm where Value == Double {
    static let ratio = ValueForm.single(
        "ratio", allowed: "a number from 0 to 1",
        read: { (text) throws(InvalidValue) in
            guard let ratio = Double(text), (0...1).contains(ratio) else {
                throw InvalidValue("is not a number from 0 to 1")
            }
            return ratio
        }, write: { "\($0)" })
}

extension ValueForm where Value == [TracingSettings.Header] {
    /// The header fields for the receiver. Errors do not show the text, because it may be a secret.
    static let headers = ValueForm(
        type: "header fields", allowed: "a list with commas, each such as Authorization=Bearer abc",
        read: { (pieces) throws(InvalidValue) in
            var headers: [TracingSettings.Header] = []
            for text in pieces.flatMap({ $0.split(separator: ",") }) {
                let parts = text.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                guard parts.count == 2, parts[0].isASCIIAlphanumeric(or: "-_"), !parts[1].isEmpty,
                    parts[1].utf8.allSatisfy({ (0x20...0x7E).contains($0) })
                else { throw InvalidValue("holds a header field that is not a name, = and a value") }
                headers.append(TracingSettings.Header(name: parts[0], value: Secret(parts[1])))
            }
            return headers
        }, write: { _ in "<set>" })
}
