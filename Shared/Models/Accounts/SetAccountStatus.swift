/// Disabling ends the account's sessions. Errors: `notFound`.
public struct SetAccountStatus: ServiceRequest, OperatorAct {
    public typealias Reply = Done
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 8)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }
    public var ends: EndedCredentials { .ofAccounts() }

    public var account: AccountID
    public var status: AccountStatus

    enum CodingKeys: Int, CodingKey { case account = 0, status }

    public init(account: AccountID, status: AccountStatus) {
        self.account = account
        self.status = status
    }
}

extension SetAccountStatus {
    public var nameInAudit: String { status == .active ? "EnableAccount" : "DisableAccount" }
    public var neededScopes: [APIKeyScope] { .assistants }
    public var audited: AuditedSubject { AuditedSubject(account: account) }
}
