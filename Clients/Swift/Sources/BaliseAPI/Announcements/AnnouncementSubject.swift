// What publishers call what they announce.

public import BaliseJSON

/// What a publisher calls an offer, an event or a professional. A number stays a number, so that an app gets back what its
/// own database knows.
public enum AnnouncementSubject: Hashable, JSONReadable {
    /// A number without a fraction.
    case number(Int64)
    /// A text of 1 to 128 bytes.
    case text(String)

    public init(_ json: JSONValue) throws(JSONShapeError) {
        switch json.kind {
        case .number: self = .number(try Int64(json))
        case .string: self = .text(try String(json))
        default: throw JSONShapeError(.isNot("a whole number or a text"))
        }
    }
}

extension AnnouncementSubject: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    /// A number.
    public init(integerLiteral number: Int64) { self = .number(number) }

    /// A text.
    public init(stringLiteral text: String) { self = .text(text) }
}

extension AnnouncementSubject: CustomStringConvertible {
    /// The name as a text, whatever it is to its publisher.
    public var description: String {
        switch self {
        case .number(let number): String(number)
        case .text(let text): text
        }
    }
}

extension JSONObject {
    /// Sets what a publisher calls something, in the type in which they did.
    public mutating func set(_ name: String, _ subject: AnnouncementSubject) {
        switch subject {
        case .number(let number): set(name, number)
        case .text(let text): set(name, text)
        }
    }
}
