/// Removes the secret and the recovery codes: the first step is then enough. Succeeds also without them.
///
/// Errors: as for `BeginExport`.
public struct RemoveTOTP: ServiceRequest, OperatorAct, ProvenAct {
    public typealias Reply = Done
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 68)
    public static let provenCode = MessageCode(.authSession, 152)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    /// The user who asks; nil for an operator.
    public var person: ProvenPerson?

    enum CodingKeys: Int, CodingKey { case account = 0, person }

    public init(account: AccountID, person: ProvenPerson? = nil) {
        self.account = account
        self.person = person
    }
}

extension RemoveTOTP {
    public var nameInAudit: String { "RemoveSecondStep" }
    public var audited: AuditedSubject { AuditedSubject(account: account) }
}
