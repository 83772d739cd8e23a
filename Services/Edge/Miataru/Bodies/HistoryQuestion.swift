import BaliseJSON
import Models

/// Clients write it as an object with names in any case, as the text `Device=<id>&Amount=<n>`, or as a text that contains
/// JSON; also as arrays of such objects, or of name and value pairs.
struct HistoryQuestion {
    let device: DeviceID
    let amount: Int

    init(_ value: JSONValue) throws(EdgeError) {
        var parts = Parts()
        try parts.read(value)
        guard let deviceValue = parts.device, let text = deviceValue.string, !text.isEmpty else {
            throw .invalid("Device must be a string that is not empty")
        }
        guard let amountValue = parts.amount else { throw .invalid("Amount is missing") }
        device = try DeviceID(text, named: "Device")
        amount = try amountValue.wholeNumber("Amount")
        guard amount >= 1 else { throw .invalid("Amount must be at least 1") }
    }

    private struct Parts {
        var device: JSONValue?
        var amount: JSONValue?

        mutating func read(_ value: JSONValue) throws(EdgeError) {
            switch value.kind {
            case .object: try readObject(value)
            case .array: try readArray(value)
            case .string: try readText(value.string ?? "")
            case .null, .bool, .number: throw .invalid("MiataruGetLocationHistory must be an object")
            }
        }

        private mutating func readObject(_ object: JSONValue) throws(EdgeError) {
            // The last of repeated members applies, so each name is set once, even if its last value is invalid.
            var seen: [String] = []
            for member in object.members.map(Array.init) ?? [] where !seen.contains(member.name) {
                seen.append(member.name)
                guard seen.count <= 2 else { throw .invalid("only Device and Amount may be given, and once each") }
            }
            for name in seen {
                if let value = object.lastMember(name) { try set(name, value) }
            }
        }

        private mutating func readArray(_ array: JSONValue) throws(EdgeError) {
            for element in array.elements.map(Array.init) ?? [] {
                if element.kind == .object {
                    try readObject(element)
                } else if let pair = element.elements.map(Array.init), pair.count == 2, let name = pair[0].string {
                    try set(name, pair[1])
                } else {
                    throw .invalid("an array must hold objects, or pairs of name and value")
                }
            }
        }

        private mutating func readText(_ text: String) throws(EdgeError) {
            let begin = text.utf8.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
            if begin == UInt8(ascii: "{") || begin == UInt8(ascii: "[") {
                return try read(try parse(Array(text.utf8)))
            }
            guard !text.utf8.contains(where: { ";,:".utf8.contains($0) }) else {
                throw .invalid("a text must have the form Device=<id>&Amount=<number>")
            }
            for pair in Array(text.utf8).split(separator: UInt8(ascii: "&")) {
                let sign = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
                var json = JSONWriter()
                json.write("[")
                json.write(string: sign < pair.endIndex ? String(lenientlyFormEncoded: pair[(sign + 1)...]) : "")
                json.write("]")
                guard var elements = try parse(json.bytes).elements, let value = elements.next() else { continue }
                try set(String(lenientlyFormEncoded: pair[..<sign]), value)
            }
        }

        private mutating func set(_ name: String, _ value: JSONValue) throws(EdgeError) {
            switch name.lowercased() {
            case "device" where device == nil: device = value
            case "amount" where amount == nil: amount = value
            default: throw .invalid("only Device and Amount may be given, and once each")
            }
        }
    }
}

extension JSONValue {
    fileprivate func lastMember(_ name: String) -> JSONValue? {
        guard let members else { return nil }
        var found: JSONValue?
        for member in members where member.name.isExactly(name) { found = member.value }
        return found
    }
}
