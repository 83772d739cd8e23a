// As a client sees it on the wire: numbers keep their token, strings are compared by code units, and an absent member differs
// from a null one. Foundation's coders blur these differences.

enum JSON: Sendable {
    case null
    case bool(Bool)
    /// The original token, for example `5` or `5.0`.
    case number(String)
    case string(String)
    case array([JSON])
    case object([Member])

    struct Member: Sendable {
        var name: String
        var value: JSON
    }

    static func raw(_ token: String) -> JSON { .number(token) }
}

extension JSON: Equatable {
    /// The order of members is ignored; `5` and `5.0` differ, and so do "ü" in one code point and in two.
    static func == (one: JSON, other: JSON) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): sameNumber(a, b)
        case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)):
            a.count == b.count && a.allSatisfy { member in other[member.name] == member.value }
        default: false
        }
    }

    private static func sameNumber(_ one: String, _ other: String) -> Bool {
        guard let a = Double(one), let b = Double(other) else { return one == other }
        return a == b && one.contains(".") == other.contains(".")
    }
}

// MARK: - Reading

extension JSON {
    subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    subscript(index: Int) -> JSON? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    var names: Set<String> {
        guard case .object(let members) = self else { return [] }
        return Set(members.map(\.name))
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
            "{" + members.map { JSON.quoted($0.name) + ":" + $0.value.encoded }.joined(separator: ",") + "}"
        }
    }

    static func quoted(_ text: String) -> String {
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

    /// A copy with `value` at `path`; nil removes the member or element.
    func replacing(_ path: [Step], with value: JSON?) -> JSON {
        guard let step = path.first else { return value ?? .null }
        let rest = Array(path.dropFirst())
        switch (self, step) {
        case (.object(var members), .name(let name)):
            let index = members.firstIndex { $0.name == name }
            let inner = index.map { members[$0].value } ?? .object([])
            let outcome = rest.isEmpty ? value : inner.replacing(rest, with: value)
            switch (index, outcome) {
            case (let index?, let outcome?): members[index].value = outcome
            case (let index?, nil): members.remove(at: index)
            case (nil, let outcome?): members.append(Member(name: name, value: outcome))
            case (nil, nil): break
            }
            return .object(members)
        case (.array(var elements), .index(let index)) where elements.indices.contains(index):
            if rest.isEmpty, value == nil {
                elements.remove(at: index)
            } else {
                elements[index] = elements[index].replacing(rest, with: value)
            }
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
    init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { Member(name: $0.0, value: $0.1) })
    }
    var description: String { encoded.count > 2_000 ? String(encoded.prefix(2_000)) + "…" : encoded }
}
