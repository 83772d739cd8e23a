// Bodies that come as a form, with brackets for what is nested.

import BaliseJSON

/// A body of type `application/x-www-form-urlencoded`: `MiataruLocation[0][Device]=x&…`. It stands for the JSON that
/// has the same structure and strings as its leaves.
struct FormBody {
    /// How deep brackets may be nested.
    static let maximumDepth = 16

    private final class Node {
        var texts: [String] = []
        var names: [String] = []
        var children: [String: Node] = [:]

        func child(_ name: String) -> Node {
            if let child = children[name] { return child }
            let child = Node()
            names.append(name)
            children[name] = child
            return child
        }
    }

    private let root = Node()

    init(_ bytes: [UInt8]) throws(EdgeError) {
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let sign = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let value = sign < pair.endIndex ? decodeForm(pair[(sign + 1)...]) : ""
            var node = root
            for (depth, name) in try FormBody.path(decodeForm(pair[..<sign])).enumerated() {
                // Empty brackets append to a list.
                node = node.child(depth > 0 && name.isEmpty ? String(node.names.count) : name)
            }
            node.texts.append(value)
        }
    }

    /// The names in `a[b][c]`.
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

    /// The JSON that the form stands for.
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
            if let child = node.children[name] {
                write(child, isRoot: false, into: &writer)
            } else {
                writer.write("null")
            }
        }
        writer.write(isList ? "]" : "}")
    }
}

/// Text in the encoding of forms: `+` is a blank, `%41` a byte. What is no escape stands for itself.
func decodeForm(_ text: some Collection<UInt8>) -> String {
    decodePercent(text.lazy.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }, strict: false) ?? ""
}

/// Replaces `%41` and its like.
///
/// - Parameter strict: Whether to give nil for what is no escape, or does not make UTF-8. When not, an escape that is
///   none stands for itself.
func decodePercent(_ text: some Sequence<UInt8>, strict: Bool) -> String? {
    let source = Array(text)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    var position = 0
    while position < source.count {
        let byte = source[position]
        position += 1
        guard byte == UInt8(ascii: "%") else {
            bytes.append(byte)
            continue
        }
        if position + 2 <= source.count, let value = UInt8(hexadecimal: source[position], source[position + 1]) {
            bytes.append(value)
            position += 2
        } else if strict {
            return nil
        } else {
            bytes.append(byte)
        }
    }
    return strict ? String(validating: bytes, as: UTF8.self) : String(decoding: bytes, as: UTF8.self)
}

extension UInt8 {
    fileprivate init?(hexadecimal high: UInt8, _ low: UInt8) {
        guard let high = Character(Unicode.Scalar(high)).hexDigitValue,
            let low = Character(Unicode.Scalar(low)).hexDigitValue
        else { return nil }
        self = UInt8(high << 4 | low)
    }
}
