// One form for JSON that says the same.

import BaliseJSON

/// JSON in one form, whoever wrote it (after RFC 8785): no white space, the members of objects in the order of their names
/// by code points, one spelling of each text and of each number.
///
/// Numbers keep their exact decimal value, where RFC 8785 rounds them to what a Double holds: two ids of twenty digits
/// must not become one. Of a name that an object has twice all values stay, in their order.
enum CanonicalJSON {
    /// The same JSON in its one form; as it is where it is no JSON.
    static func text(_ json: String) -> String {
        guard let document = try? JSONDocument(Array(json.utf8)) else { return json }
        var writer = JSONWriter()
        write(document.root, to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func write(_ value: JSONValue, to writer: inout JSONWriter) {
        switch value.kind {
        case .null, .bool: writer.write(json: value.literal)
        case .number: writer.write(json: number(value.literal))
        case .string: writer.write(string: value.string)
        case .array:
            writer.write("[")
            let elements: [JSONValue] = value.elements.map { Array($0) } ?? []
            for (place, element) in elements.enumerated() {
                if place > 0 { writer.write(",") }
                write(element, to: &writer)
            }
            writer.write("]")
        case .object:
            writer.write("{")
            for (place, member) in sorted(value.allMembers).enumerated() {
                if place > 0 { writer.write(",") }
                writer.write(string: member.name)
                writer.write(":")
                write(member.value, to: &writer)
            }
            writer.write("}")
        }
    }

    private static func sorted(_ members: [(name: String, value: JSONValue)]) -> [(name: String, value: JSONValue)] {
        members.enumerated()
            .sorted { one, other in
                if one.element.name.utf8.elementsEqual(other.element.name.utf8) { return one.offset < other.offset }
                return one.element.name.utf8.lexicographicallyPrecedes(other.element.name.utf8)
            }
            .map(\.element)
    }

    /// Digits without zeros at either end, and a power of ten: `1.50`, `15e-1` and `0.15E1` are `15e-1`.
    private static func number(_ literal: String) -> String {
        let parts = literal.split(maxSplits: 1) { $0 == "e" || $0 == "E" }
        let isNegative = parts[0].first == "-"
        let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".", maxSplits: 1)
        let fraction = mantissa.count == 2 ? mantissa[1] : ""
        var digits = (mantissa[0] + fraction).drop { $0 == "0" }
        guard !digits.isEmpty else { return "0" }
        // A power that no Int holds is as good as its spelling.
        guard let written = parts.count == 2 ? Int(parts[1]) : 0, abs(written) < Int.max / 2 else { return literal }
        var power = written - fraction.count
        while digits.last == "0" {
            digits.removeLast()
            power += 1
        }
        return "\(isNegative ? "-" : "")\(digits)e\(power)"
    }
}
