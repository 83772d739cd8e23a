/// Erases an account if no sign-in method is left once its last session is gone: no name, no password, no identity provider. A
/// missing account counts as erased.
public struct EraseUnreachableAccount: RequestFromAuthSession, AccountRequest, IdempotentRequest {
    public static let serviceCode = ServiceCode(.identity, 60)

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
