public import Logging
import MessageBus
public import Models

/// The names that all services use in the log.
public enum LogKey {
    public static let requestID = "requestID"
    /// The client's own description, without its place.
    public static let client = "client"

    /// Members of the JSON object itself instead of `metadata`.
    static let topLevel = [requestID, client]
}

extension Logger {
    /// Adds the request id and the client of `context` to every line.
    public func following(_ context: MessageContext) -> Logger {
        var logger = self
        logger[metadataKey: LogKey.requestID] = .string(context.requestID)
        if let client = context.client { logger[metadataKey: LogKey.client] = .shown(client) }
        return logger
    }
}

extension Logger.MetadataValue {
    /// A value as its type describes it; types with personal data redact themselves.
    public static func shown(_ value: some CustomStringConvertible & Sendable) -> Logger.MetadataValue {
        .stringConvertible(value)
    }

    /// An error's type and its text for operators, without data that it may contain.
    public static func failure(_ error: any Error) -> Logger.MetadataValue { .string(describe(error)) }
}

/// An error's own description is used. Decoding errors quote what they could not read, so only their kind and place are shown;
/// for other errors only the type.
func describe(_ error: any Error) -> String {
    switch error {
    case let error as DecodingError: describe(error)
    case let error as ServiceError: "\(error.code.rawValue): \(error.message)"
    case BusError.unavailable(let service): "\(service) does not answer"
    case BusError.timedOut: "no answer came in time"
    case let error as any CustomStringConvertible: error.description
    default: String(reflecting: type(of: error)) + caseName(of: error)
    }
}

private func describe(_ error: DecodingError) -> String {
    func place(_ path: [any CodingKey]) -> String {
        path.isEmpty ? "the top" : path.map(\.stringValue).joined(separator: ".")
    }
    return switch error {
    case .typeMismatch(let type, let context): "no \(type) at \(place(context.codingPath))"
    case .valueNotFound(let type, let context): "no value for \(type) at \(place(context.codingPath))"
    case .keyNotFound(let key, let context): "no \(key.stringValue) at \(place(context.codingPath))"
    case .dataCorrupted(let context): "unreadable data at \(place(context.codingPath))"
    @unknown default: "unreadable data"
    }
}

private func caseName(of error: any Error) -> String {
    let mirror = Mirror(reflecting: error)
    guard mirror.displayStyle == .enum else { return "" }
    if let label = mirror.children.first?.label { return ".\(label)" }
    return ".\(error)"
}
