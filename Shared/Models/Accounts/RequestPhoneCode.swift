/// Sends a code to a phone number, so that the user can prove to own it. A later code replaces an earlier one.
///
/// Errors: `invalidRequest` for an invalid phone number, `rateLimited` for a code too soon after another or too many in
/// a day, `accountGone`.
public struct RequestPhoneCode: RequestFromEdge {
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 15)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public struct Reply: Codable, Sendable {
        /// In E.164 form.
        public var phone: Personal<String>
        public var expiresAt: UnixTime
        public var nextAt: UnixTime

        enum CodingKeys: Int, CodingKey { case phone = 0, expiresAt, nextAt }

        public init(phone: Personal<String>, expiresAt: UnixTime, nextAt: UnixTime) {
            self.phone = phone
            self.expiresAt = expiresAt
            self.nextAt = nextAt
        }
    }

    public var account: AccountID
    /// In E.164 form (`+` and 8 to 15 digits); spaces, dots, hyphens and brackets between the digits are ignored.
    public var phone: Personal<String>

    enum CodingKeys: Int, CodingKey { case account = 0, phone }

    public init(account: AccountID, phone: Personal<String>) {
        self.account = account
        self.phone = phone
    }
}
