/// Reads an account. Errors: `notFound`.
public struct GetProfile: ServiceRequest, AccountRequest, IdempotentRequest {
    public typealias Reply = AccountProfile
    public static let serviceCode = ServiceCode(.identity, 3)
    public static let senders: Set<ServiceName> = [.edge, .authSession]

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}
