/// Erases an account if no sign-in method is left once its last session is gone: no name, no password, no identity provider. A
/// missing account counts as erased.
public struct EraseUnreachableAccount: ServiceRequest {
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 60)
    public static let senders: Set<ServiceName> = [.authSession]
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public struct Reply: Codable, Sendable {
        /// False if the account still has a sign-in method.
        public var isErased: Bool

        enum CodingKeys: Int, CodingKey { case isErased = 0 }

        public init(isErased: Bool) { self.isErased = isErased }
    }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}
