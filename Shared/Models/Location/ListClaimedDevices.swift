/// Lists an account's claimed devices, the latest claim first.
public struct ListClaimedDevices: RequestFromEdge, AccountRequest, IdempotentRequest {
    public typealias Reply = [ClaimedDevice]
    public static let serviceCode = ServiceCode(.location, 14)

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}
