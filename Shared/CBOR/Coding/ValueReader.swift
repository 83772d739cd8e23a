// The second of decoding's two passes: handing values to their types.

import Foundation

/// The decoder that a type's `init(from:)` gets, one object for a whole message.
///
/// `item` says which value is being decoded; containers keep the cell of their own item.
final class ValueReader: Decoder {
    private let outline: Outline
    let base: UnsafeRawPointer
    let cells: UnsafeMutablePointer<Outline.Cell>
    /// 0 once the input is gone.
    private(set) var cellCount: Int
    private var item = 0

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ outline: consuming Outline) {
        base = outline.base
        cells = outline.cells
        cellCount = outline.cellCount
        self.outline = outline
    }

    /// Makes whatever is left of this reader, and of its containers, find nothing.
    func close() { cellCount = 0 }

    /// Decodes a value of any type from the item at `cell`.
    func read<T: Decodable>(_ type: T.Type, at cell: Int) throws -> T {
        // Generic collections come this way with types that need no container.
        if T.self == String.self { return unsafeBitCast(try string(at: cell), to: T.self) }
        if T.self == Double.self { return unsafeBitCast(try double(at: cell), to: T.self) }
        if T.self == [UInt8].self { return unsafeBitCast(try bytes(at: cell), to: T.self) }
        if T.self == Data.self { return unsafeBitCast(Data(try bytes(at: cell)), to: T.self) }
        let outer = item
        item = cell
        defer { item = outer }
        do {
            return try T(from: self)
        } catch let error as CBORError {
            throw error
        } catch {
            throw CBORError.invalidValue(type: String(describing: type), at: try head(at: cell).offset)
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws(CBORError) -> KeyedDecodingContainer<Key> {
        try keyedContainer(at: item)
    }

    func unkeyedContainer() throws(CBORError) -> any UnkeyedDecodingContainer { try unkeyedContainer(at: item) }

    func singleValueContainer() throws(CBORError) -> any SingleValueDecodingContainer {
        SingleValueReading(reader: self, cell: item)
    }

    func keyedContainer<Key: CodingKey>(at cell: Int) throws(CBORError) -> KeyedDecodingContainer<Key> {
        let head = try head(at: cell)
        guard head.byte >> 5 == MajorType.map else { throw mismatch("a map", head) }
        return KeyedDecodingContainer(KeyedReading<Key>(reader: self, map: cell))
    }

    func unkeyedContainer(at cell: Int) throws(CBORError) -> any UnkeyedDecodingContainer {
        let head = try head(at: cell)
        guard head.byte >> 5 == MajorType.array else { throw mismatch("an array", head) }
        return UnkeyedReading(reader: self, array: cell)
    }
}

/// The decoder for one entry or element that a type wants to decode by itself, as subclasses do with their superclass.
final class EntryReader: Decoder {
    private let reader: ValueReader
    private let cell: Int

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ reader: ValueReader, cell: Int) {
        self.reader = reader
        self.cell = cell
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws(CBORError) -> KeyedDecodingContainer<Key> {
        try reader.keyedContainer(at: cell)
    }

    func unkeyedContainer() throws(CBORError) -> any UnkeyedDecodingContainer {
        try reader.unkeyedContainer(at: cell)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { SingleValueReading(reader: reader, cell: cell) }
}
