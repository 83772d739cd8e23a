import BaliseJSON
import Foundation
import Models

/// Returns the body as JSON; nil if it is empty or of an ignored type. Throws 400 unless it is an object or array, 415
/// for a charset outside Unicode.
func miataruBody(of request: EdgeRequest) throws(EdgeError) -> JSONValue? {
    guard !request.body.isEmpty else { return nil }
    let type = MediaType(request.headers.contentType)
    let bytes = try utf8(request.body, charset: type.charset)
    switch type.kind {
    case .json: return try parse(bytes)
    case .form: return try parse(FormBody(bytes).json())
    case .other: return nil
    }
}

/// Parses JSON. Throws 400 unless it is an object or array.
func parse(_ bytes: [UInt8]) throws(EdgeError) -> JSONValue {
    let value: JSONValue
    do {
        value = try JSONDocument(bytes).root
    } catch {
        throw .invalid("the body is not JSON: \(error)")
    }
    guard value.kind == .object || value.kind == .array else { throw .invalid("the body must be a JSON object") }
    return value
}

/// Converts any Unicode encoding to UTF-8; throws 415 for another charset.
func utf8(_ bytes: [UInt8], charset: String?) throws(EdgeError) -> [UInt8] {
    let encoding: String.Encoding
    switch charset {
    case nil, "utf-8", "utf8":
        // UTF-8 needs no byte order mark, but some editors write one.
        return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    case "utf-16": encoding = .utf16
    case "utf-16le": encoding = .utf16LittleEndian
    case "utf-16be": encoding = .utf16BigEndian
    case "utf-32": encoding = .utf32
    default: throw EdgeError(.unsupportedMediaType, "this charset is not supported")
    }
    guard let text = String(bytes: bytes, encoding: encoding) else {
        throw .invalid("the body is not valid in its charset")
    }
    return Array(text.utf8)
}

/// A form such as `MiataruLocation[0][Device]=x&…`, converted to JSON of the same structure with strings as leaves.
struct FormBody {
    static let maximumDepth = 16

    private final class Node {
        var texts: [String] = []
        var names: [String] = []
        var children: [ExactText: Node] = [:]

        func child(_ name: String) -> Node {
            if let child = children[ExactText(name)] { return child }
            let child = Node()
            names.append(name)
            children[ExactText(name)] = child
            return child
        }
    }

    private let root = Node()

    init(_ bytes: [UInt8]) throws(EdgeError) {
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let sign = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let value = sign < pair.endIndex ? String(lenientlyFormEncoded: pair[(sign + 1)...]) : ""
            var node = root
            for (depth, name) in try FormBody.path(String(lenientlyFormEncoded: pair[..<sign])).enumerated() {
                // Empty brackets append to a list.
                node = node.child(depth > 0 && name.isEmpty ? String(node.names.count) : name)
            }
            node.texts.append(value)
        }
    }

    private static func path(_ key: String) throws(EdgeError) -> [String] {
        guard let bracket = key.firstIndex(of: "["), bracket > key.startIndex else { return [key] }
        var path = [String(key[..<bracket])]
        var rest = key[bracket...]
        while rest.first == "[", let end = rest.firstIndex(of: "]") {
            path.append(String(rest[rest.index(after: rest.startIndex)..<end]))
            rest = rest[rest.index(after: end)...]
            guard path.count <= maximumDepth else { throw .invalid("the form is nested too deep") }
        }
        return path
    }

    func json() -> [UInt8] {
        var writer = JSONWriter()
        write(root, isRoot: true, into: &writer)
        return writer.bytes
    }

    private func write(_ node: Node, isRoot: Bool, into writer: inout JSONWriter) {
        if node.names.isEmpty, !isRoot {
            if node.texts.count == 1 { return writer.write(string: node.texts[0]) }
            writer.write("[")
            for (position, text) in node.texts.enumerated() {
                if position > 0 { writer.write(",") }
                writer.write(string: text)
            }
            return writer.write("]")
        }
        let indices = node.names.compactMap { name in UInt32(name).flatMap { String($0) == name ? $0 : nil } }
        let isList = !isRoot && indices.count == node.names.count
        let names = isList ? indices.sorted().map(String.init) : node.names
        writer.write(isList ? "[" : "{")
        for (position, name) in names.enumerated() {
            if position > 0 { writer.write(",") }
            if !isList {
                writer.write(string: name)
                writer.write(":")
            }
            if let child = node.children[ExactText(name)] {
                write(child, isRoot: false, into: &writer)
            } else {
                writer.write("null")
            }
        }
        writer.write(isList ? "]" : "}")
    }
}
