// The values that are one item and hold no others: how each is written, and read from an item of any width.

/// A value that the containers of Codable name each by its type.
protocol Scalar: Codable {
    func write(to writer: inout MessageWriter) throws(CBORError)

    /// Reads the item with this head.
    static func read(_ head: Head, _ bytes: [UInt8]) throws(CBORError) -> Self
}

extension Bool: Scalar {
    static func read(_ head: Head, _ bytes: [UInt8]) throws(CBORError) -> Bool {
        guard head.first | 1 == CBORByte.true else { throw head.mismatch("a boolean") }
        return head.first == CBORByte.true
    }
}

extension String: Scalar {
    static func read(_ head: Head, _ bytes: [UInt8]) throws(CBORError) -> String {
        guard head.major == MajorType.text else { throw head.mismatch("text") }
        return try head.text(in: bytes)
    }
}

extension FixedWidthInteger where Self: Scalar {
    @inline(__always)
    func write(to writer: inout MessageWriter) throws(CBORError) {
        guard let argument = UInt64(exactly: self < 0 ? ~self : self) else { throw .outOfRange(at: writer.count) }
        writer.writeHead(self < 0 ? MajorType.negative : MajorType.unsigned, argument)
    }

    @inline(__always)
    static func read(_ head: Head, _ bytes: [UInt8]) throws(CBORError) -> Self {
        guard head.major <= MajorType.negative else { throw head.mismatch("an integer") }
        let isNegative = head.major == MajorType.negative
        guard let value = Self(exactly: head.argument), isSigned || !isNegative else {
            throw .outOfRange(at: head.offset)
        }
        return isNegative ? ~value : value
    }
}

extension Int: Scalar {}
extension Int8: Scalar {}
extension Int16: Scalar {}
extension Int32: Scalar {}
extension Int64: Scalar {}
extension Int128: Scalar {}
extension UInt: Scalar {}
extension UInt8: Scalar {}
extension UInt16: Scalar {}
extension UInt32: Scalar {}
extension UInt64: Scalar {}

extension Double: Scalar {
    static func read(_ head: Head, _ bytes: [UInt8]) throws(CBORError) -> Double {
        switch head.first {
        case CBORByte.double: Double(bitPattern: head.argument)
        case CBORByte.single: Double(wideningSingle: UInt32(truncatingIfNeeded: head.argument))
        case CBORByte.half: Double(wideningHalf: UInt16(truncatingIfNeeded: head.argument))
        default: try exactly(head)
        }
    }
}

extension Float: Scalar {
    func write(to writer: inout MessageWriter) { writer.write(single: bitPattern) }

    static func read(_ head: Head, _ bytes: [UInt8]) throws(CBORError) -> Float {
        switch head.first {
        case CBORByte.double:
            let value = Double(bitPattern: head.argument)
            if let single = value.exactSingle { return Float(bitPattern: single) }
            let rounded = Float(value)
            guard rounded.isFinite || value.isNaN else { throw .outOfRange(at: head.offset) }
            return rounded
        case CBORByte.single: return Float(bitPattern: UInt32(truncatingIfNeeded: head.argument))
        case CBORByte.half: return Float(wideningHalf: UInt16(truncatingIfNeeded: head.argument))
        default: return try exactly(head)
        }
    }
}

extension BinaryFloatingPoint {
    /// The value of an integer, if that is exact: an approximation would be another value.
    fileprivate static func exactly(_ head: Head) throws(CBORError) -> Self {
        guard head.major <= MajorType.negative else { throw head.mismatch("a float") }
        let integer = head.major == MajorType.negative ? ~Int128(head.argument) : Int128(head.argument)
        guard let value = Self(exactly: integer) else { throw .outOfRange(at: head.offset) }
        return value
    }
}
