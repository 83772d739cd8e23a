/// An id that reveals nothing about its object: 1 to 36 characters out of `A-Z a-z 0-9 . _ -`, the first of them no
/// dot. Coded as text.
public protocol OpaqueID: Hashable, Codable, Sendable, CustomStringConvertible {
    var text: String { get }

    /// Nil for an invalid text.
    init?(_ text: String)
}

extension OpaqueID {
    /// An id from random bytes, at most 18.
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

/// Lower-case hexadecimal digits, two a byte.
public func opaqueIDText(_ random: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in random {
        if byte < 16 { text.append("0") }
        text.append(String(byte, radix: 16))
    }
    return text
}
