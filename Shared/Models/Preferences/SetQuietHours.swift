/// Replaces a user's quiet hours. The choices stay.
///
/// Errors: `invalidRequest` for invalid hours, or an unknown time zone; `accountGone`.
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
