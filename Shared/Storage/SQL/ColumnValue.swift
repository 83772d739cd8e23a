public import Models

/// The types of columns, the same for SQLite and PostgreSQL.
public enum ColumnType: Hashable, Sendable {
    case integer, real, text, bytes
}

/// A value as a column stores it, the same for SQLite and PostgreSQL.
public enum StoredValue: Hashable, Sendable {
    /// NULL instead of a value of this type. The type is needed because PostgreSQL needs the type of each parameter.
    case null(ColumnType)
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])
}

/// A type whose values are bound to parameters and read from columns (`extension DeliveryState: ColumnValue {}`). A
/// type with a raw value is stored as its raw value, an id as its text (`TextValue`). A nil Optional is stored as NULL.
public protocol ColumnValue {
    static var columnType: ColumnType { get }

    var stored: StoredValue { get }

    /// The value in a column of the current row; nil for NULL and for an invalid value.
    static func read(_ row: borrowing Row, _ column: Int32) -> Self?

    /// Whether an Optional of this type reads an invalid value as nil. True for words, because a later version may have
    /// written unknown words. False for ids, because nil would hide that the row has an id.
    static var unknownIsNil: Bool { get }
}

extension ColumnValue {
    @inlinable public static var unknownIsNil: Bool { false }
}

extension Int64: ColumnValue {
    @inlinable public static var columnType: ColumnType { .integer }
    @inlinable public var stored: StoredValue { .integer(self) }

    @inlinable
    public static func read(_ row: borrowing Row, _ column: Int32) -> Int64? { row.statement.integer(column) }
}

extension Int: ColumnValue {
    @inlinable public static var columnType: ColumnType { .integer }
    @inlinable public var stored: StoredValue { .integer(Int64(self)) }
    @inlinable public static func read(_ row: borrowing Row, _ column: Int32) -> Int? {
        row.statement.integer(column).map(Int.init(truncatingIfNeeded:))
    }
}

/// An unsigned number is stored as the signed integer with the same bits.
extension UInt64: ColumnValue {
    @inlinable public static var columnType: ColumnType { .integer }
    @inlinable public var stored: StoredValue { .integer(Int64(bitPattern: self)) }
    @inlinable public static func read(_ row: borrowing Row, _ column: Int32) -> UInt64? {
        row.statement.integer(column).map(UInt64.init(bitPattern:))
    }
}

/// A Bool is stored as 0 or 1.
extension Bool: ColumnValue {
    @inlinable public static var columnType: ColumnType { .integer }
    @inlinable public var stored: StoredValue { .integer(self ? 1 : 0) }
    @inlinable public static func read(_ row: borrowing Row, _ column: Int32) -> Bool? {
        row.statement.integer(column).map { $0 != 0 }
    }
}

/// A number is stored as a double. NaN is stored as NULL.
extension Double: ColumnValue {
    @inlinable public static var columnType: ColumnType { .real }
    @inlinable public var stored: StoredValue { .real(self) }
    @inlinable public static func read(_ row: borrowing Row, _ column: Int32) -> Double? { row.statement.real(column) }
}

/// A text is stored as exact UTF-8. A text with U+0000 is refused.
extension String: ColumnValue {
    @inlinable public static var columnType: ColumnType { .text }
    @inlinable public var stored: StoredValue { .text(self) }
    @inlinable public static func read(_ row: borrowing Row, _ column: Int32) -> String? { row.statement.text(column) }
}

extension [UInt8]: ColumnValue {
    @inlinable public static var columnType: ColumnType { .bytes }
    @inlinable public var stored: StoredValue { .bytes(self) }

    @inlinable
    public static func read(_ row: borrowing Row, _ column: Int32) -> [UInt8]? { row.statement.bytes(column) }
}

/// An optional value is nil for NULL, and for an unknown word (`unknownIsNil`).
extension Optional: ColumnValue where Wrapped: ColumnValue {
    @inlinable public static var columnType: ColumnType { Wrapped.columnType }
    @inlinable public var stored: StoredValue { self?.stored ?? .null(Wrapped.columnType) }

    @inlinable
    public static func read(_ row: borrowing Row, _ column: Int32) -> Wrapped?? {
        if let value = Wrapped.read(row, column) { return .some(value) }
        return Wrapped.unknownIsNil || row.statement.isNull(column) ? .some(nil) : nil
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

/// An id or a name that is stored as text.
public protocol TextValue: ColumnValue {
    var text: String { get }
    init?(_ text: String)
}

extension TextValue {
    @inlinable public static var columnType: ColumnType { .text }
    @inlinable public var stored: StoredValue { .text(text) }

    @inlinable
    public static func read(_ row: borrowing Row, _ column: Int32) -> Self? {
        row.statement.text(column).flatMap(Self.init)
    }
}

extension Personal: ColumnValue where Value: ColumnValue {
    @inlinable public static var columnType: ColumnType { Value.columnType }
    @inlinable public var stored: StoredValue { value.stored }

    @inlinable
    public static func read(_ row: borrowing Row, _ column: Int32) -> Personal? {
        Value.read(row, column).map { Personal($0) }
    }

    @inlinable public static var unknownIsNil: Bool { Value.unknownIsNil }
}

extension SecretText: ColumnValue {
    @inlinable public static var columnType: ColumnType { .text }
    @inlinable public var stored: StoredValue { .text(value) }

    @inlinable
    public static func read(_ row: borrowing Row, _ column: Int32) -> SecretText? {
        row.statement.text(column).map { SecretText($0) }
    }
}

/// A value of a place, stored as the client's JSON token.
extension LocationValue: ColumnValue {
    @inlinable public static var columnType: ColumnType { .text }
    @inlinable public var stored: StoredValue { .text(json) }

    @inlinable
    public static func read(_ row: borrowing Row, _ column: Int32) -> LocationValue? {
        row.statement.text(column).map { LocationValue(json: $0) }
    }
}

extension AccountID: TextValue {}
extension NotificationID: TextValue {}
extension APIKeyID: TextValue {}
extension ArrivalPlaceID: TextValue {}
extension CircleID: TextValue {}
extension CircleInvitationID: TextValue {}
extension DeviceID: TextValue {}
extension ErasureID: TextValue {}
extension ForwarderID: TextValue {}
extension InboxEntryID: TextValue {}
extension PasskeyID: TextValue {}
extension ProviderLinkID: TextValue {}
extension PublisherID: TextValue {}
extension PushTokenID: TextValue {}
extension SessionID: TextValue {}
extension ShareLinkID: TextValue {}
extension TokenID: TextValue {}
extension TrackerID: TextValue {}

extension AccountStatus: ColumnValue {}
extension NotificationState: ColumnValue {}
extension AnnouncementType: ColumnValue {}
extension DecideMissingAccounts.Decision: ColumnValue {}
extension DeliveryState: ColumnValue {}
extension SignInMethod: ColumnValue {}
extension FeedEpoch: ColumnValue {}
extension FeedName: ColumnValue {}
extension ForwarderForm: ColumnValue {}
extension PlacePrecision: ColumnValue {}
extension PushEnvironment: ColumnValue {}
extension PushProvider: ColumnValue {}
extension PushPurpose: ColumnValue {}
extension SessionKind: ColumnValue {}
extension SpeedUnit: ColumnValue {}
extension UnixTime: ColumnValue {}
