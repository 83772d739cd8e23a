import BaliseJSON
import Models

/// Gives equal JSON one form, after RFC 8785: no white space, members sorted by code points, one spelling per text and
/// number. Numbers keep their exact decimal value, which RFC 8785 rounds to a Double, so that two ids of twenty digits
/// stay different. All values of a repeated name are kept in their order.
enum CanonicalJSON {
    static func text(_ json: String) -> String {
        guard let document = try? JSONDocument(Array(json.utf8)) else { return json }
        var writer = JSONWriter()
        write(document.root, to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    static func details(_ details: JSONDetails) -> JSONDetails { JSONDetails(stringLiteral: text(details.text)) }

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

    /// Returns a number without zeros at either end: `1.50`, `15e-1` and `0.15E1` become `15e-1`.
    private static func number(_ literal: String) -> String {
        let parts = literal.split(maxSplits: 1) { $0 == "e" || $0 == "E" }
        let isNegative = parts[0].first == "-"
        let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".", maxSplits: 1)
        let fraction = mantissa.count == 2 ? mantissa[1] : ""
        var digits = (mantissa[0] + fraction).drop { $0 == "0" }
        guard !digits.isEmpty else { return "0" }
        // A number whose exponent is too large for Int keeps its spelling.
        guard let written = parts.count == 2 ? Int(parts[1]) : 0, abs(written) < Int.max / 2 else { return literal }
        var power = written - fraction.count
        while digits.last == "0" {
            digits.removeLast()
            power += 1
        }
        return "\(isNegative ? "-" : "")\(digits)e\(power)"
    }
}
