extension String: DirectlyCoded {
    @inlinable
    public func write(to writer: inout MessageWriter) { writer.write(self) }
    @inlinable
    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) { self = try reader.readText() }
}

extension Bool: DirectlyCoded {
    @inlinable
    public func write(to writer: inout MessageWriter) { writer.write(self) }
    @inlinable
    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) { self = try reader.readBool() }
}

extension Int: DirectlyCoded {
    @inlinable
    public func write(to writer: inout MessageWriter) { writer.write(Int64(self)) }
    @inlinable
    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) {
        self = Int(try reader.readInteger())
    }
}

extension UInt64: DirectlyCoded {
    @inlinable
    public func write(to writer: inout MessageWriter) { writer.write(self) }
    @inlinable
    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) { self = try reader.readUnsigned() }
}

extension Double: DirectlyCoded {
    @inlinable
    public func write(to writer: inout MessageWriter) { writer.write(self) }
    @inlinable
    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) { self = try reader.readDouble() }
}

extension Array: DirectlyCoded where Element: DirectlyCoded {
    /// Memory is reserved in advance for at most this number of elements. The declared count may be wrong, so it must
    /// not decide how much memory is taken.
    @usableFromInline static var most: Int { 256 }

    @inlinable
    public func write(to writer: inout MessageWriter) {
        writer.writeArrayHead(count)
        for element in self { element.write(to: &writer) }
    }

    @inlinable
    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) {
        let count = try reader.readArrayHead()
        self = []
        reserveCapacity(Swift.min(count, Array.most))
        for _ in 0..<count { append(try Element(reading: &reader)) }
    }
}

/// An optional element of an array, which is a null if it is nil. In a struct, `put` leaves a nil field out.
extension Optional: DirectlyCoded where Wrapped: DirectlyCoded {
    @inlinable
    public func write(to writer: inout MessageWriter) {
        guard let self else { return writer.writeNull() }
        self.write(to: &writer)
    }

    @inlinable
    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) {
        self = try reader.passNull() ? nil : try Wrapped(reading: &reader)
    }
}

/// Bytes, encoded as one byte string and not as an array of numbers.
public struct ByteString: DirectlyCoded {
    public var bytes: [UInt8]

    @inlinable
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    @inlinable
    public func write(to writer: inout MessageWriter) { writer.write(bytes) }
    @inlinable
    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) { bytes = try reader.readBytes() }
}
