// A person has forgotten their password.

/// Sends a link for a new password to the person, if the address belongs to an account. The answer is the same, and
/// comes as fast, when it does not.
///
/// Errors: `rateLimited`, `invalidRequest` for what is no address.
public struct RequestPasswordReset: RequestFromEdge {
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 6)
    public var routingKey: RoutingKey? { RoutingKey(name: email) }

    /// That the request was taken; says nothing about an account.
    public struct Reply: Codable, Sendable {
        /// Random, known address or not, for the apps that want a number: it tells nothing of how many others ask.
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
