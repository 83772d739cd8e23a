// What the ids of accounts, sessions, keys, announcements and the like have in common.

/// An id that says nothing about what it names: a text for which `isOpaqueID` holds. Coded as that text.
public protocol OpaqueID: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The id as a text.
    var text: String { get }

    /// Nil when `text` is no such id.
    init?(_ text: String)
}

extension OpaqueID {
    /// An id out of random bytes, 18 at most.
    ///
    /// - Throws: `internalFailure` for more, and for none.
    public init(random bytes: some Sequence<UInt8>) throws(ServiceError) {
        guard let id = Self(opaqueIDText(bytes)) else { throw ServiceError(.internalFailure, "no id could be made") }
        self = id
    }

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
}

/// Whether `text` can be an opaque id: 1 to 36 characters out of
/// `A-Z a-z 0-9 . _ -`, the first of them no dot.
func isOpaqueID(_ text: String) -> Bool {
    let bytes = text.utf8
    guard (1...36).contains(bytes.count), bytes.first != UInt8(ascii: ".") else { return false }
    return bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: byte.isASCIIAlphanumeric
        }
    }
}

/// The text of an opaque name made of random bytes: lower-case hexadecimal digits, two a byte.
public func opaqueIDText(_ random: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in random {
        if byte < 16 { text.append("0") }
        text.append(String(byte, radix: 16))
    }
    return text
}
