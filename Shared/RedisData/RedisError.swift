/// Why the data of a Redis cannot be read. The text contains none of its keys and values.
public struct RedisError: Error, Hashable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }

    static let malformed = RedisError(
        "the RDB file is damaged: a length or an encoding in it is impossible; make a new one with SAVE")
}

/// A value that Redis stores under a key.
public enum RedisValue: Hashable, Sendable {
    case string([UInt8])
    /// The elements of a list, from head to tail.
    case list([[UInt8]])
    /// The fields in the order in which Redis stores them.
    case hash([Field])
    /// A value of a type that is not read.
    case other

    /// A field of a hash.
    public struct Field: Hashable, Sendable {
        /// The name of the field.
        public let name: [UInt8]
        /// The value of the field.
        public let value: [UInt8]

        init(_ name: [UInt8], _ value: [UInt8]) { (self.name, self.value) = (name, value) }
    }

    /// Returns a hash from names and values in turn; nil for an odd number of texts.
    public static func fields(_ flat: [[UInt8]]) -> RedisValue? {
        guard flat.count.isMultiple(of: 2) else { return nil }
        return .hash(stride(from: 0, to: flat.count, by: 2).map { Field(flat[$0], flat[$0 + 1]) })
    }
}

enum RedisLimits {
    /// The largest size of one value in bytes, also after decompression. A history of 20,000 places has about 4 MB.
    static let valueBytes = 64 << 20
    /// The largest number of elements of one value.
    static let elements = 1 << 20
}
