/// Sends a link for a new password if an account has the address. The answer is the same otherwise, and as fast.
///
/// Errors: `rateLimited`, `invalidRequest` for an invalid address.
public struct RequestPasswordReset: RequestFromEdge {
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 6)
    public var routingKey: RoutingKey? { RoutingKey(name: email) }

    /// The reply does not reveal whether an account has the address.
    public struct Reply: Codable, Sendable {
        /// Random in every case, for apps that expect a number; it does not reveal the number of requests.
        public var number: Int64
        public var requestedAt: UnixTime

        enum CodingKeys: Int, CodingKey { case number = 0, requestedAt }

        public init(number: Int64, requestedAt: UnixTime) {
            self.number = number
            self.requestedAt = requestedAt
        }
    }

    public var email: Personal<String>

    enum CodingKeys: Int, CodingKey { case email = 0 }

    public init(email: Personal<String>) {
        self.email = email
    }
}
