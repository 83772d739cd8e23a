// What can stand in a column: the values of SQL, and the domain's values that are kept as one of these.

/// How a column keeps its values.
public enum ColumnType: Hashable, Sendable {
    case integer, real, text, bytes
}

/// A value as a database keeps it.
public enum StoredValue: Hashable, Sendable {
    /// NULL, in the place of a value of this type: PostgreSQL wants to know the type of each parameter.
    case null(ColumnType)
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])
}

/// A type whose values are bound to parameters and read from columns.
///
/// One line makes a domain type one of these (`extension DeliveryState: ColumnValue {}`). A type with a raw value is
/// stored as that, an id as its text (`TextValue`). NULL is the nil of an Optional.
public protocol ColumnValue {
    /// What all values of this type are kept as.
    static var columnType: ColumnType { get }

    /// How the value is kept.
    var stored: StoredValue { get }

    /// The value in a column of the present row; nil for NULL and for what is no such value.
    static func read(_ row: borrowing Row, _ column: Int32) -> Self?

    /// Whether an Optional of this type reads a value that is none of the type's as nil. True for words, since a later
    /// version of the program may have written others. False for ids, since a row with an unreadable id must not be
    /// taken for one without an id.
    static var unknownIsNil: Bool { get }
}

extension ColumnValue {
    @inlinable public static var unknownIsNil: Bool { false }
}

extension Int64: ColumnValue {
    @inlinable public static var columnType: ColumnType { .integer }
    @inlinable public var stored: StoredValue { .integer(self) }
    @inlinable public static func read(_ row: borrowing Row, _ column: Int32) -> Int64? { row.integer(column) }
}

extension Int: ColumnValue {
    @inlinable public static var columnType: ColumnType { .integer }
    @inlinable public var stored: StoredValue { .integer(Int64(self)) }
    @inlinable public static func read(_ row: borrowing Row, _ column: Int32) -> Int? {
        row.integer(column).map(Int.init(truncatingIfNeeded:))
    }
}

/// Kept as the integer of the same bits.
extension UInt64: ColumnValue {
    @inlinable public static var columnType: ColumnType { .integer }
    @inlinable public var stored: StoredValue { .integer(Int64(bitPattern: self)) }
    @inlinable public static func read(_ row: borrowing Row, _ column: Int32) -> UInt64? {
        row.integer(column).map(UInt64.init(bitPattern:))
    }
}

/// Kept as 0 or 1.
extension Bool: ColumnValue {
    @inlinable public static var columnType: ColumnType { .integer }
    @inlinable public var stored: StoredValue { .integer(self ? 1 : 0) }
    @inlinable public static func read(_ row: borrowing Row, _ column: Int32) -> Bool? {
        row.integer(column).map { $0 != 0 }
    }
}

/// What is not a number is kept as NULL.
extension Double: ColumnValue {
    @inlinable public static var columnType: ColumnType { .real }
    @inlinable public var stored: StoredValue { .real(self) }
    @inlinable public static func read(_ row: borrowing Row, _ column: Int32) -> Double? { row.real(column) }
}

/// Kept as its exact UTF-8 bytes. A text with U+0000 is refused.
extension String: ColumnValue {
    @inlinable public static var columnType: ColumnType { .text }
    @inlinable public var stored: StoredValue { .text(self) }
    @inlinable public static func read(_ row: borrowing Row, _ column: Int32) -> String? { row.text(column) }
}

extension [UInt8]: ColumnValue {
    @inlinable public static var columnType: ColumnType { .bytes }
    @inlinable public var stored: StoredValue { .bytes(self) }
    @inlinable public static func read(_ row: borrowing Row, _ column: Int32) -> [UInt8]? { row.bytes(column) }
}

/// Nil for NULL, and for a word that is not known here (`unknownIsNil`).
extension Optional: ColumnValue where Wrapped: ColumnValue {
    @inlinable public static var columnType: ColumnType { Wrapped.columnType }
    @inlinable public var stored: StoredValue { self?.stored ?? .null(Wrapped.columnType) }

    @inlinable
    public static func read(_ row: borrowing Row, _ column: Int32) -> Wrapped?? {
        if let value = Wrapped.read(row, column) { return .some(value) }
        return Wrapped.unknownIsNil || row.isNull(column) ? .some(nil) : nil
    }
}

extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
    @inlinable public static var columnType: ColumnType { RawValue.columnType }
    @inlinable public var stored: StoredValue { rawValue.stored }

    @inlinable
    public static func read(_ row: borrowing Row, _ column: Int32) -> Self? {
        RawValue.read(row, column).flatMap(Self.init(rawValue:))
    }

    @inlinable public static var unknownIsNil: Bool { true }
}

/// An id or a name that is kept as its text.
public protocol TextValue: ColumnValue {
    var text: String { get }
    init?(_ text: String)
}

extension TextValue {
    @inlinable public static var columnType: ColumnType { .text }
    @inlinable public var stored: StoredValue { .text(text) }

    @inlinable
    public static func read(_ row: borrowing Row, _ column: Int32) -> Self? { row.text(column).flatMap(Self.init) }
}
