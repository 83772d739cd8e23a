/// Replaces the recovery codes.
///
/// Errors: as for `BeginExport`; `conflict` without a second step.
public struct RenewRecoveryCodes: ServiceRequest, ProvenAct {
    public typealias Reply = RecoveryCodes
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 69)
    public static let senders: Set<ServiceName> = [.authSession]
    public static let provenCode = MessageCode(.authSession, 153)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    /// Never nil from auth-session.
    public var person: ProvenPerson?

    enum CodingKeys: Int, CodingKey { case account = 0, person }

    public init(account: AccountID, person: ProvenPerson? = nil) {
        self.account = account
        self.person = person
    }
}
