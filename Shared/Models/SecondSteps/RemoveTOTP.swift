// The second step of an account's sign-in is removed.

/// Removes the secret and the recovery codes: from now on the first step is enough. Done already where there are none.
///
/// Errors: as with `BeginExport`.
public struct RemoveTOTP: ServiceRequest, OperatorAct {
    public typealias Reply = Done
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 68)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    /// The person who asks; nil when an operator does.
    public var person: EraseAccount.Person?

    enum CodingKeys: Int, CodingKey { case account = 0, person }

    public init(account: AccountID, person: EraseAccount.Person? = nil) {
        self.account = account
        self.person = person
    }
}

extension RemoveTOTP {
    public var nameInAudit: String { "RemoveSecondStep" }
    public var audited: AuditedSubject { AuditedSubject(account: account) }
}
