// Any CBOR item that Codable can hold, for programs that do not know what they will read.

indirect enum CBORItem: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int128)
    case number(Double)
    case text(String)
    case bytes([UInt8])
    case array([CBORItem])
    case map([Key: CBORItem])

    enum Key: Hashable, Sendable {
        case integer(Int)
        case text(String)
    }
}

extension CBORItem.Key: CodingKey {
    var stringValue: String {
        switch self {
        case .integer(let integer): String(integer)
        case .text(let text): text
        }
    }

    var intValue: Int? {
        guard case .integer(let integer) = self else { return nil }
        return integer
    }

    init(stringValue: String) { self = .text(stringValue) }
    init(intValue: Int) { self = .integer(intValue) }
}

extension CBORItem: Codable {
    /// Tries one kind after another, as there is no way to ask a decoder what it has.
    init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            self = .null
        } else if let value = try? single.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? single.decode(Int128.self) {
            self = .integer(value)
        } else if let value = try? single.decode(Double.self) {
            self = .number(value)
        } else if let value = try? single.decode(String.self) {
            self = .text(value)
        } else if let value = try? single.decode([UInt8].self) {
            self = .bytes(value)
        } else if let map = try? decoder.container(keyedBy: Key.self) {
            var entries: [Key: CBORItem] = [:]
            for key in map.allKeys { entries[key] = try map.decode(CBORItem.self, forKey: key) }
            self = .map(entries)
        } else {
            self = .array(try [CBORItem](from: decoder))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var single = encoder.singleValueContainer()
        switch self {
        case .null: try single.encodeNil()
        case .bool(let value): try single.encode(value)
        case .integer(let value): try single.encode(value)
        case .number(let value): try single.encode(value)
        case .text(let value): try single.encode(value)
        case .bytes(let value): try single.encode(value)
        case .array(let values): try single.encode(values)
        case .map(let entries):
            var map = encoder.container(keyedBy: Key.self)
            for (key, value) in entries { try map.encode(value, forKey: key) }
        }
    }
}

extension CBORItem: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    init(integerLiteral value: Int128) { self = .integer(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(stringLiteral value: String) { self = .text(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(arrayLiteral elements: CBORItem...) { self = .array(elements) }
    init(dictionaryLiteral elements: (Key, CBORItem)...) { self = .map(Dictionary(elements) { _, last in last }) }
    init(nilLiteral: ()) { self = .null }
}

extension CBORItem.Key: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    init(integerLiteral value: Int) { self = .integer(value) }
    init(stringLiteral value: String) { self = .text(value) }
}
