// A person says when they want to be left in peace.

/// Keeps the quiet hours of a person. The choices stay as they are.
///
/// Errors: `invalidRequest` for hours that are none, or a time zone that is not known; `accountGone`.
public struct SetQuietHours: RequestFromEdge {
    public typealias Reply = NotificationPreferences
    public static let service = ServiceName.preferences
    public static let code = MessageCode(.preferences, 3)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    /// Nil for none.
    public var quietHours: QuietHours?

    enum CodingKeys: Int, CodingKey { case account = 0, quietHours }

    public init(account: AccountID, quietHours: QuietHours? = nil) {
        self.account = account
        self.quietHours = quietHours
    }
}
