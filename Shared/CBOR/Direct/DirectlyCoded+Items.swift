// The items of which directly coded messages are made.

extension String: DirectlyCoded {
    public func write(to writer: inout MessageWriter) { writer.write(self) }
    public init(reading reader: inout MessageReader) throws(UnfamiliarForm) { self = try reader.readText() }
}

extension Bool: DirectlyCoded {
    public func write(to writer: inout MessageWriter) { writer.write(self) }
    public init(reading reader: inout MessageReader) throws(UnfamiliarForm) { self = try reader.readBool() }
}

extension Int: DirectlyCoded {
    public func write(to writer: inout MessageWriter) { writer.write(Int64(self)) }
    public init(reading reader: inout MessageReader) throws(UnfamiliarForm) { self = Int(try reader.readInteger()) }
}

extension UInt64: DirectlyCoded {
    public func write(to writer: inout MessageWriter) { writer.write(self) }
    public init(reading reader: inout MessageReader) throws(UnfamiliarForm) { self = try reader.readUnsigned() }
}

extension Double: DirectlyCoded {
    public func write(to writer: inout MessageWriter) { writer.write(self) }
    public init(reading reader: inout MessageReader) throws(UnfamiliarForm) { self = try reader.readDouble() }
}

extension Array: DirectlyCoded where Element: DirectlyCoded {
    /// How many elements memory is taken for before they are read: what is declared may be far from what follows.
    private static var most: Int { 256 }

    public func write(to writer: inout MessageWriter) {
        writer.writeArrayHead(count)
        for element in self { element.write(to: &writer) }
    }

    public init(reading reader: inout MessageReader) throws(UnfamiliarForm) {
        let count = try reader.readArrayHead()
        self = []
        reserveCapacity(Swift.min(count, Array.most))
        for _ in 0..<count { append(try Element(reading: &reader)) }
    }
}

/// An element that may be nil is then a null. A field that is nil is left out, which `put` does.
extension Optional: DirectlyCoded where Wrapped: DirectlyCoded {
    public func write(to writer: inout MessageWriter) {
        guard let self else { return writer.writeNull() }
        self.write(to: &writer)
    }

    public init(reading reader: inout MessageReader) throws(UnfamiliarForm) {
        self = try reader.passNull() ? nil : try Wrapped(reading: &reader)
    }
}

/// Bytes as one byte string, not as an array of numbers.
public struct ByteString: DirectlyCoded {
    public var bytes: [UInt8]

    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public func write(to writer: inout MessageWriter) { writer.write(bytes) }
    public init(reading reader: inout MessageReader) throws(UnfamiliarForm) { bytes = try reader.readBytes() }
}
