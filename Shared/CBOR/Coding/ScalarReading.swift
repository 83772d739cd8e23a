// Reading the items that hold no others.


extension ValueReader {
    /// The first byte of an item and where it is.
    struct Head {
        let byte: UInt8
        let offset: Int
    }

    /// The head of the item at `cell`. The only way to the input's bytes: it looks whether they are still there.
    @inline(__always)
    func head(at cell: Int) throws(CBORError) -> Head {
        guard cell < cellCount else { throw .truncated(at: 0) }
        let offset = Int(cells[cell].offset)
        return Head(byte: base.load(fromByteOffset: offset, as: UInt8.self), offset: offset)
    }

    @inline(__always)
    func isNil(at cell: Int) throws(CBORError) -> Bool {
        let byte = try head(at: cell).byte
        return byte == CBORByte.null || byte == CBORByte.undefined
    }

    @inline(__always)
    func bool(at cell: Int) throws(CBORError) -> Bool {
        let head = try head(at: cell)
        guard head.byte | 1 == CBORByte.true else { throw mismatch("a boolean", head) }
        return head.byte == CBORByte.true
    }

    @inline(__always)
    func integer<I: FixedWidthInteger>(_ type: I.Type, at cell: Int) throws(CBORError) -> I {
        let head = try head(at: cell)
        if head.byte < 24 { return I(truncatingIfNeeded: head.byte) }
        guard head.byte < 0x40 else { throw mismatch("an integer", head) }
        let argument = base.argument(of: head.byte, at: head.offset)
        if head.byte >> 5 == MajorType.unsigned {
            guard let value = I(exactly: argument) else { throw .outOfRange(at: head.offset) }
            return value
        }
        guard I.isSigned, let value = I(exactly: argument) else { throw .outOfRange(at: head.offset) }
        return ~value
    }

    func double(at cell: Int) throws(CBORError) -> Double {
        let head = try head(at: cell)
        let argument = base.argument(of: head.byte, at: head.offset)
        switch head.byte {
        case CBORByte.double: return Double(bitPattern: argument)
        case CBORByte.single: return Double(wideningSingle: UInt32(truncatingIfNeeded: argument))
        case CBORByte.half: return Double(wideningHalf: UInt16(truncatingIfNeeded: argument))
        default: return try float(fromInteger: head)
        }
    }

    func float(at cell: Int) throws(CBORError) -> Float {
        let head = try head(at: cell)
        let argument = base.argument(of: head.byte, at: head.offset)
        switch head.byte {
        case CBORByte.double:
            let value = Double(bitPattern: argument)
            if let single = value.exactSingle { return Float(bitPattern: single) }
            let rounded = Float(value)
            guard rounded.isFinite || value.isNaN else { throw .outOfRange(at: head.offset) }
            return rounded
        case CBORByte.single: return Float(bitPattern: UInt32(truncatingIfNeeded: argument))
        case CBORByte.half: return Float(wideningHalf: UInt16(truncatingIfNeeded: argument))
        default: return try float(fromInteger: head)
        }
    }

    func string(at cell: Int) throws(CBORError) -> String {
        let head = try head(at: cell)
        guard head.byte >> 5 == MajorType.text else { throw mismatch("text", head) }
        guard let text = base.text(at: head.offset) else { throw .malformed("text that is not UTF-8", at: head.offset) }
        return text
    }

    func bytes(at cell: Int) throws(CBORError) -> [UInt8] {
        let head = try head(at: cell)
        guard head.byte >> 5 == MajorType.bytes else { throw mismatch("a byte string", head) }
        return base.string(at: head.offset)
    }

    @inline(never)
    func mismatch(_ expected: String, _ head: Head) -> CBORError {
        let found =
            switch head.byte >> 5 {
            case MajorType.unsigned, MajorType.negative: "an integer"
            case MajorType.bytes: "a byte string"
            case MajorType.text: "text"
            case MajorType.array: "an array"
            case MajorType.map: "a map"
            default:
                switch head.byte {
                case CBORByte.false, CBORByte.true: "a boolean"
                case CBORByte.null: "null"
                case CBORByte.undefined: "undefined"
                case CBORByte.half, CBORByte.single, CBORByte.double: "a float"
                default: "a simple value"
                }
            }
        return .typeMismatch(expected: expected, found: found, at: head.offset)
    }

    /// The integer as a float, if that is exact: an approximation would be another value.
    private func float<F: BinaryFloatingPoint>(fromInteger head: Head) throws(CBORError) -> F {
        guard head.byte < 0x40 else { throw mismatch("a float", head) }
        let argument = base.argument(of: head.byte, at: head.offset)
        let isNegative = head.byte >> 5 == MajorType.negative
        guard let value = isNegative ? F(exactly: ~Int128(argument)) : F(exactly: argument) else {
            throw .outOfRange(at: head.offset)
        }
        return value
    }
}
