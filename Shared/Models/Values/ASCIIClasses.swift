// Classes of ASCII characters, for texts whose form says which characters may stand in them.

extension UInt8 {
    /// Whether it is one of `0` to `9`.
    @inlinable public var isASCIIDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    /// Whether it is one of `a` to `z`.
    @inlinable public var isASCIILowercase: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }

    /// Whether it is one of `a` to `z`, `A` to `Z` and `0` to `9`.
    @inlinable public var isASCIIAlphanumeric: Bool { (self | 0x20).isASCIILowercase || isASCIIDigit }

    /// Whether it is a hexadecimal digit of either case.
    @inlinable public var isHexDigit: Bool { isASCIIDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self | 0x20 }
}

extension StringProtocol {
    /// Whether U+0000 is in it, which databases do not take in a text.
    @inlinable public var holdsNUL: Bool { utf8.contains(0) }

    /// Whether there is nothing in it but `0` to `9`; true of the empty text.
    @inlinable public var isASCIIDigits: Bool { utf8.allSatisfy(\.isASCIIDigit) }

    /// Whether there is nothing in it but letters and digits of ASCII and `others`; true of the empty text.
    @inlinable public func isASCIIAlphanumeric(or others: String) -> Bool {
        utf8.allSatisfy { $0.isASCIIAlphanumeric || others.utf8.contains($0) }
    }
}
