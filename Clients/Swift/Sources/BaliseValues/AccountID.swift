/// An id that reveals nothing: 1 to 36 characters out of `A-Z a-z 0-9 . _ -`, the first no dot. Coded as text.
public protocol OpaqueID: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The id as it is sent.
    var text: String { get }

    /// Nil for an invalid text.
    init?(_ text: String)
}

extension OpaqueID {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an opaque id")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    public var description: String { text }

    /// Whether a text can be an id.
    public static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        guard (1...36).contains(bytes.count), bytes.first != UInt8(ascii: ".") else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
}

/// The id of an account. It reveals nothing about its user.
public struct AccountID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard AccountID.isValid(text) else { return nil }
        self.text = text
    }
}
