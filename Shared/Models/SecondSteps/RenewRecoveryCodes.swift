/// Replaces the recovery codes.
///
/// Errors: as for `BeginExport`; `conflict` without a second step.
public struct RenewRecoveryCodes: ServiceRequest {
    public typealias Reply = RecoveryCodeList
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 69)
    public static let senders: Set<ServiceName> = [.authSession]
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    public var person: EraseAccount.Person

    enum CodingKeys: Int, CodingKey { case account = 0, person }

    public init(account: AccountID, person: EraseAccount.Person) {
        self.account = account
        self.person = person
    }
}
