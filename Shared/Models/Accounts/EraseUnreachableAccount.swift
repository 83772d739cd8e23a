// An account is erased that nobody can sign in to any more.

/// Erases an account that nobody can sign in to once its last session is gone: it has no name and no password, and no
/// identity provider vouches for its person. Any other account stays as it is.
///
/// An account that is not there counts as erased.
public struct EraseUnreachableAccount: ServiceRequest {
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 60)
    public static let senders: Set<ServiceName> = [.authSession]
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    /// What became of the account.
    public struct Reply: Codable, Sendable {
        /// Whether it is gone; false when there is still a way in.
        public var isErased: Bool

        enum CodingKeys: Int, CodingKey { case isErased = 0 }

        public init(isErased: Bool) { self.isErased = isErased }
    }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}
