import BaliseJSON
public import Logging
import MessageBus
public import Models

struct LogLine {
    let time: UnixTime
    let level: Logger.Level
    let service: String
    let message: String
    let error: (any Error)?
    let metadata: Logger.Metadata

    /// Returns a JSON object on one line: time, level, service, message, then request id and client, then the rest.
    func json() -> [UInt8] {
        var json = JSONObject()
        json.set("time", time.iso8601)
        json.set("level", level.rawValue)
        json.set("service", service)
        json.set("message", message)
        for key in LogKey.topLevel {
            // An empty client is left out.
            if let value = metadata[key], !value.description.isEmpty { json.set(key, metadata: value) }
        }
        if let error { json.set("error", describe(error)) }
        let rest = metadata.filter { !LogKey.topLevel.contains($0.key) }
        if !rest.isEmpty { json.set("metadata", JSONObject(rest)) }
        return json.bytes
    }

    /// Returns `time level service: message name=value …`, with line breaks escaped.
    func text() -> [UInt8] {
        let level = level.rawValue.uppercased()
        let text = "\(time.iso8601) \(level)\(String(repeating: " ", count: max(0, 8 - level.count))) \(service): "
        return Array((text + content()).utf8)
    }

    func content() -> String {
        var text = printable(message)
        if let error { text += " error=" + printable(describe(error)) }
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            text += " \(printable(key))=\(printable(value.description))"
        }
        return text
    }

    /// Returns a text that cannot start a new line or move the terminal's cursor.
    private func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) }) else {
            return text
        }
        return text.unicodeScalars.map { scalar in
            scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
                ? scalar.escaped(asASCII: true) : String(scalar)
        }.joined()
    }
}

extension JSONObject {
    fileprivate init(_ metadata: Logger.Metadata) {
        self.init()
        for (name, value) in metadata.sorted(by: { $0.key < $1.key }) { set(name, metadata: value) }
    }

    fileprivate mutating func set(_ name: String, metadata value: Logger.MetadataValue) {
        var json = JSONWriter(capacity: 64)
        json.write(metadata: value)
        set(name, json: String(decoding: json.bytes, as: UTF8.self))
    }
}

extension JSONWriter {
    fileprivate mutating func write(metadata value: Logger.MetadataValue) {
        switch value {
        case .string(let text): write(string: text)
        case .dictionary(let members): write(json: JSONObject(members).bytes)
        case .array(let elements):
            write("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { write(",") }
                write(metadata: element)
            }
            write("]")
        // Values other than numbers and Booleans are written as their description; types with personal data redact
        // themselves in it.
        case .stringConvertible(let number as any BinaryInteger): write(number)
        case .stringConvertible(let number as Double) where number.isFinite: write(number)
        case .stringConvertible(let flag as Bool): write(flag)
        case .stringConvertible(let value): write(string: value.description)
        }
    }
}

extension UnixTime {
    /// The time in the form of ISO 8601. A formatter would cost more than the rest of the line.
    var iso8601: String {
        let (days, milliseconds) = rawValue.dividedDown(by: 86_400_000)
        let date = CivilDate(daysSince1970: days)
        let seconds = milliseconds / 1000
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T"
            + "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
            + ".\(padded(milliseconds % 1000, 3))Z"
    }
}

private func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

/// The names of log members that all services use.
public enum LogKey {
    public static let requestID = "requestID"
    /// The client's own description, without its place.
    public static let client = "client"

    /// The keys that are members of the JSON object itself, and not of `metadata`.
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

    /// Returns a text about an error for operators, as `describe` writes it.
    public static func failure(_ error: any Error) -> Logger.MetadataValue { .string(describe(error)) }
}

/// Returns a text about an error: its own description, if it has one. Decoding errors quote the data that they could
/// not read, so only their kind and place are shown. Of other errors only the type and the case are shown.
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
