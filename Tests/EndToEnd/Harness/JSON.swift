import BaliseJSON

// As a client sees it on the wire: numbers keep their token, and an absent member differs from a null one. Foundation's coders
// blur these differences.

enum JSON: Sendable {
    case null
    case bool(Bool)
    /// The original token, for example `5` or `5.0`.
    case number(String)
    case string(String)
    case array([JSON])
    case object([String: JSON])
}

extension JSON: Equatable {
    /// `5` and `5.0` differ, and so do "ü" in one code point and in two.
    static func == (one: JSON, other: JSON) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): Double(a) == Double(b) && a.contains(".") == b.contains(".")
        case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a == b
        default: false
        }
    }
}

// MARK: - Reading

/// A repeated member, which is valid JSON syntax.
struct DoubledMember: Error {
    var name: String
}

extension JSON {
    init(reading bytes: [UInt8]) throws { try self.init(JSONDocument(bytes).root) }

    init(reading text: String) throws { try self.init(reading: Array(text.utf8)) }

    private init(_ value: JSONValue) throws {
        switch value.kind {
        case .null: self = .null
        case .bool: self = .bool(value.bool == true)
        case .number: self = .number(value.literal)
        case .string: self = .string(value.string ?? "")
        case .array: self = .array(try value.elements.map { try $0.map { try JSON($0) } } ?? [])
        case .object:
            var members: [String: JSON] = [:]
            for (name, value) in try #require(value.members) {
                guard members[name] == nil else { throw DoubledMember(name: name) }
                members[name] = try JSON(value)
            }
            self = .object(members)
        }
    }

    subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    subscript(index: Int) -> JSON? {
        guard let elements, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    var names: Set<String> {
        guard case .object(let members) = self else { return [] }
        return Set(members.keys)
    }

    var elements: [JSON]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The value of a number without fraction and exponent.
    var integer: Int? {
        guard case .number(let token) = self else { return nil }
        return Int(token)
    }
}

// MARK: - Writing

extension JSON {
    var encoded: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let token): token
        case .string(let text): JSON.quoted(text)
        case .array(let elements): "[" + elements.map(\.encoded).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { JSON.quoted($0.key) + ":" + $0.value.encoded }.sorted().joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// A copy with `value` at `path`; nil removes the member.
    func replacing(_ path: [Step], with value: JSON?) -> JSON {
        guard let step = path.first else { return value ?? .null }
        let rest = Array(path.dropFirst())
        switch (self, step) {
        case (.object(var members), .name(let name)):
            members[name] = rest.isEmpty ? value : (members[name] ?? .object([:])).replacing(rest, with: value)
            return .object(members)
        case (.array(var elements), .index(let index)) where elements.indices.contains(index):
            elements[index] = elements[index].replacing(rest, with: value)
            return .array(elements)
        default:
            return self
        }
    }

    enum Step: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        case name(String)
        case index(Int)
        init(stringLiteral value: String) { self = .name(value) }
        init(integerLiteral value: Int) { self = .index(value) }
    }
}

// MARK: - Literals

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral, CustomStringConvertible
{
    init(nilLiteral: ()) { self = .null }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(integerLiteral value: Int) { self = .number(String(value)) }
    init(floatLiteral value: Double) { self = .number(String(value)) }
    init(stringLiteral value: String) { self = .string(value) }
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSON)...) { self = .object(Dictionary(elements) { $1 }) }
    var description: String { encoded.count > 2_000 ? String(encoded.prefix(2_000)) + "…" : encoded }
}
