import BaliseJSON
import Models

/// `MiataruLocation[0][Device]=x&…`, converted to JSON with the same structure and strings as its leaves.
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
