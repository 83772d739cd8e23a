/// Disabling ends the account's sessions. Errors: `notFound`.
public struct SetAccountStatus: ServiceRequest, OperatorAct, AccountRequest, IdempotentRequest {
    public static let serviceCode = ServiceCode(.identity, 8)
    public var ends: EndedCredentials { .ofAccounts() }
    public var nameInAudit: String { status == .active ? "EnableAccount" : "DisableAccount" }
    public var neededScopes: [APIKeyScope] { .assistants }

    public var account: AccountID
    public var status: AccountStatus

    enum CodingKeys: Int, CodingKey { case account = 0, status }

    public init(account: AccountID, status: AccountStatus) {
        (self.account, self.status) = (account, status)
    }
}
