// Somebody wants to sign in by a code that is sent to their e-mail address.

/// Sends a code to an address, if an account has confirmed it. The answer is the same whether one has, and comes after
/// the same work; so it is when the address has had as many codes as it may. A later code replaces an earlier one.
///
/// Errors: `invalidRequest` for what is no e-mail address.
public struct RequestEmailSignIn: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 62)
    public var routingKey: RoutingKey? { RoutingKey(name: email) }

    public var email: Personal<String>

    enum CodingKeys: Int, CodingKey { case email = 0 }

    public init(email: Personal<String>) { self.email = email }
}
