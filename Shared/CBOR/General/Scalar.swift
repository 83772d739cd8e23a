import Foundation

/// A value that is encoded without a container of Codable.
protocol Scalar: Codable {
    init(item: Item) throws(CBORError)
    var content: Item.Content { get }
}

extension Bool: Scalar {
    init(item: Item) throws(CBORError) {
        switch item.content {
        case .simple(CBORByte.false): self = false
        case .simple(CBORByte.true): self = true
        default: throw item.mismatch("a boolean")
        }
    }
    var content: Item.Content { .simple(self ? CBORByte.true : CBORByte.false) }
}

extension String: Scalar {
    init(item: Item) throws(CBORError) {
        guard case .text(let text) = item.content else { throw item.mismatch("text") }
        guard let text else { throw .malformed("text that is not UTF-8", at: item.offset) }
        self = text
    }
    var content: Item.Content { .text(self) }
}

extension [UInt8]: Scalar {
    init(item: Item) throws(CBORError) {
        guard case .bytes(let bytes) = item.content else { throw item.mismatch("a byte string") }
        self = bytes
    }
    var content: Item.Content { .bytes(self) }
}

extension Data: Scalar {
    init(item: Item) throws(CBORError) { self.init(try [UInt8](item: item)) }
    var content: Item.Content { .bytes([UInt8](self)) }
}

/// A date is encoded as whole milliseconds since 1970, like a `UnixTime`.
extension Date: Scalar {
    init(item: Item) throws(CBORError) { self.init(timeIntervalSince1970: Double(try Int64(item: item)) / 1000) }
    var content: Item.Content { .integer(Int64((min(max(timeIntervalSince1970, -9e15), 9e15) * 1000).rounded())) }
}

extension FixedWidthInteger where Self: Scalar {
    init(item: Item) throws(CBORError) {
        guard let integer = item.content.integer else { throw item.mismatch("an integer") }
        guard let value = Self(exactly: integer) else { throw .outOfRange(at: item.offset) }
        self = value
    }
    var content: Item.Content { .integer(self) }
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
    init(item: Item) throws(CBORError) {
        if case .float(let value) = item.content { self = value } else { try self.init(exactly: item) }
    }
    var content: Item.Content { .float(self) }
}

extension Float: Scalar {
    init(item: Item) throws(CBORError) {
        guard case .float(let value) = item.content else { try self.init(exactly: item); return }
        self = value.exactSingle.map { Float(bitPattern: $0) } ?? Float(value)
        guard isFinite || !value.isFinite else { throw .outOfRange(at: item.offset) }
    }
    var content: Item.Content { .float(Double(wideningSingle: bitPattern)) }
}

extension BinaryFloatingPoint {
    /// Creates the number from an integer that it represents exactly. An approximation would be another value.
    fileprivate init(exactly item: Item) throws(CBORError) {
        guard let integer = item.content.integer else { throw item.mismatch("a float") }
        guard let value = Self(exactly: integer) else { throw .outOfRange(at: item.offset) }
        self = value
    }
}
