/// Sets a new password with the token of a link, once. All sessions of the account end.
///
/// Errors: `invalidToken` for an unknown, used or expired token, `invalidRequest` for the password, `rateLimited`.
public struct ResetPassword: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 7)
    public var routingKey: RoutingKey? { RoutingKey(token) }
    public var ends: EndedCredentials { .ofAccounts() }

    public var token: SecretText
    public var new: SecretText

    enum CodingKeys: Int, CodingKey { case token = 0, new }

    public init(token: SecretText, new: SecretText) {
        self.token = token
        self.new = new
    }
}
