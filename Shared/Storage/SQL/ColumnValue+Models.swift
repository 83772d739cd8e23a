public import Models

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
        row.text(column).map { SecretText($0) }
    }
}

/// Stored as the client's JSON token.
extension LocationValue: ColumnValue {
    @inlinable public static var columnType: ColumnType { .text }
    @inlinable public var stored: StoredValue { .text(json) }

    @inlinable
    public static func read(_ row: borrowing Row, _ column: Int32) -> LocationValue? {
        row.text(column).map { LocationValue(json: $0) }
    }
}

extension AccountID: TextValue {}
extension NotificationID: TextValue {}
extension APIKeyID: TextValue {}
extension DeviceID: TextValue {}
extension ErasureID: TextValue {}
extension InboxEntryID: TextValue {}
extension PasskeyID: TextValue {}
extension ProviderLinkID: TextValue {}
extension PublisherID: TextValue {}
extension PushTokenID: TextValue {}
extension SessionID: TextValue {}
extension TokenID: TextValue {}

extension AccountStatus: ColumnValue {}
extension NotificationState: ColumnValue {}
extension AnnouncementType: ColumnValue {}
extension DeliveryState: ColumnValue {}
extension SignInMethod: ColumnValue {}
extension FeedEpoch: ColumnValue {}
extension FeedName: ColumnValue {}
extension PushEnvironment: ColumnValue {}
extension PushProvider: ColumnValue {}
extension PushPurpose: ColumnValue {}
extension SessionKind: ColumnValue {}
extension UnixTime: ColumnValue {}
