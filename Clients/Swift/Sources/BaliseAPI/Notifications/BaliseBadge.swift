public import BaliseJSON

/// The number on the app's icon: a whole number, or a word.
public enum BaliseBadge: Hashable, JSONReadable, Codable {
    /// A fixed number; 0 removes it.
    case number(Int)
    /// `unread` for the number of unread inbox entries, `unchanged` for no change.
    case word(String)

    /// The number of unread inbox entries.
    public static let unread = BaliseBadge.word("unread")
    /// No change.
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
