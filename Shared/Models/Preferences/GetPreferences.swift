public import CBOR

/// Returns a user's preferences; the defaults for a user who has not chosen.
public struct GetPreferences: RequestFromEdge {
    public typealias Reply = NotificationPreferences
    public static let service = ServiceName.preferences
    public static let code = MessageCode(.preferences, 1)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) {
        self.account = account
    }
}

extension GetPreferences: DirectFields {
    public func writeFields(to writer: inout MessageWriter) { writer.put(CodingKeys.account, account) }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        account = try reader.take(CodingKeys.account)
    }
}
