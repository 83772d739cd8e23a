// An account is erased that nobody can sign in to any more.

/// Erases an account that has no name, no password, and no identity provider who vouches for its person: whoever had its
/// last session has lost it for good. Any other account stays as it is.
///
/// Erasing an account that is not there is done already.
public struct EraseUnreachableAccount: ServiceRequest {
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 60)
    public static let senders: Set<ServiceName> = [.authSession]
    public static let isIdempotent = true

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
