/// Sends a code to an address if an account has confirmed it. The answer is the same otherwise, after the same work,
/// and also when the address has reached its limit of codes. A later code replaces an earlier one.
///
/// Errors: `invalidRequest` for an invalid e-mail address.
public struct RequestEmailSignIn: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 62)
    public var routingKey: RoutingKey? { RoutingKey(name: email) }

    public var email: Personal<String>

    enum CodingKeys: Int, CodingKey { case email = 0 }

    public init(email: Personal<String>) { self.email = email }
}
