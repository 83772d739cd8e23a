public import BaliseJSON

/// The publisher's id of an offer, an event or a professional. A number is kept as a number, as in the app's database.
public enum AnnouncementSubject: Hashable, JSONReadable, JSONText {
    /// A whole number.
    case number(Int64)
    /// A text of 1 to 128 characters, and of at most 256 bytes.
    case text(String)

    public init(_ json: JSONValue) throws(JSONShapeError) {
        switch json.kind {
        case .number:
            let number = try Int64(json)
            // A larger number that is written with a fraction or an exponent may have lost digits, so it is refused.
            guard Int64(json.literal) != nil || number.magnitude < 1 << 53 else {
                throw JSONShapeError(.isNot("a whole number"))
            }
            self = .number(number)
        case .string: self = .text(try String(json))
        default: throw JSONShapeError(.isNot("a whole number or a text"))
        }
    }

    public init(from decoder: any Decoder) throws {
        guard decoder.readsJSON else {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int64.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
            return
        }
        let json = try decoder.jsonValue()
        if decoder.isLenientJSON, let flag = json.bool { self = .number(flag ? 1 : 0) } else { try self.init(json) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }

    /// The allowed number of characters of a text.
    public static let textLengths = 0...128

    /// The text; nil if the id is a number.
    public var text: String? { if case .text(let text) = self { text } else { nil } }
}

extension AnnouncementSubject: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    /// Creates an id from a number.
    public init(integerLiteral number: Int64) { self = .number(number) }

    /// Creates an id from a text.
    public init(stringLiteral text: String) { self = .text(text) }
}

extension AnnouncementSubject: CustomStringConvertible {
    /// The id as text, also if it is a number.
    public var description: String {
        switch self {
        case .number(let number): String(number)
        case .text(let text): text
        }
    }
}

extension JSONObject {
    /// Sets an id as a number or a string, as it was given.
    public mutating func set(_ name: String, _ subject: AnnouncementSubject) {
        switch subject {
        case .number(let number): set(name, number)
        case .text(let text): set(name, text)
        }
    }
}
