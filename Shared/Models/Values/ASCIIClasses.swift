extension UInt8 {
    @inlinable public var isASCIIDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    @inlinable public var isASCIILowercase: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }

    @inlinable public var isASCIIAlphanumeric: Bool { (self | 0x20).isASCIILowercase || isASCIIDigit }

    @inlinable public var isHexDigit: Bool { isASCIIDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self | 0x20 }
}

extension StringProtocol {
    /// Whether it contains U+0000, which databases do not accept in a text.
    @inlinable public var holdsNUL: Bool { utf8.contains(0) }

    /// True of the empty text.
    @inlinable public var isASCIIDigits: Bool { utf8.allSatisfy(\.isASCIIDigit) }

    /// True of the empty text.
    @inlinable public func isASCIIAlphanumeric(or others: String) -> Bool {
        utf8.allSatisfy { $0.isASCIIAlphanumeric || others.utf8.contains($0) }
    }
}
