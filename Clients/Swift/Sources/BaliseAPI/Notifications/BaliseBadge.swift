// The number on the app's icon: a member of the content of a notification.

public import BaliseJSON

/// What becomes of the number on the app's icon: a whole number, or a word.
public enum BaliseBadge: Hashable, JSONReadable, Codable {
    /// This one; 0 takes it off.
    case number(Int)
    /// `unread` for how many entries of the inbox the person has not read, `unchanged` to leave it as it was.
    case word(String)

    /// How many entries of the inbox the person has not read.
    public static let unread = BaliseBadge.word("unread")
    /// As it was.
    public static let unchanged = BaliseBadge.word("unchanged")

    public init(_ json: JSONValue) throws(JSONShapeError) {
        switch json.kind {
        case .number: self = .number(try Int(json))
        case .string: self = .word(try String(json))
        default: throw JSONShapeError(.isNot("a whole number or a word"))
        }
    }

    public init(from decoder: any Decoder) throws {
        let json = try decoder.jsonValue()
        if decoder.isLenientJSON, let flag = json.bool { self = .number(flag ? 1 : 0) } else { try self.init(json) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .word(let word): try container.encode(word)
        }
    }
}
