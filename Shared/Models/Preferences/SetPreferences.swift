public import CBOR

/// Replaces a user's choices. Quiet hours stay.
///
/// Errors: `invalidRequest` for an invalid radius or category; `accountGone`.
public struct SetPreferences: RequestFromEdge {
    public typealias Reply = NotificationPreferences
    public static let service = ServiceName.preferences
    public static let code = MessageCode(.preferences, 2)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    public var choices: NotificationChoices

    enum CodingKeys: Int, CodingKey { case account = 0, choices }

    public init(account: AccountID, choices: NotificationChoices) {
        self.account = account
        self.choices = choices
    }
}

extension SetPreferences: DirectFields {
    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.account, account)
        writer.put(CodingKeys.choices, choices)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        account = try reader.take(CodingKeys.account)
        choices = try reader.take(CodingKeys.choices)
    }
}
