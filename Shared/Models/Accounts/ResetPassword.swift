// A person sets a new password with the link that was sent to them.

/// Sets a new password for whoever shows the token from the link, once. All sessions of the account end.
///
/// Errors: `invalidToken` for a token that is unknown, used or over, `invalidRequest` for the password, `rateLimited`.
public struct ResetPassword: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 7)
    public var routingKey: RoutingKey? { RoutingKey(token) }

    public var token: SecretText
    public var new: SecretText

    enum CodingKeys: Int, CodingKey { case token = 0, new }

    public init(token: SecretText, new: SecretText) {
        self.token = token
        self.new = new
    }
}
