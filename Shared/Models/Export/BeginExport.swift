// All that is kept of an account is about to be given out.

/// Judges whether an account may be given out to whoever asks, and has its person told: by a message to their e-mail
/// address, where they have one.
///
/// Errors: `notFound` where there is no such account; `wrongCredentials`, `rateLimited` and `overloaded` by the password,
/// when one is to be judged; `invalidToken` when the session that asks does not count any more.
public struct BeginExport: ServiceRequest, OperatorAct {
    public typealias Reply = Done
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 120)
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

extension BeginExport {
    public var nameInAudit: String { "ExportAccount" }
    public var audited: AuditedSubject { AuditedSubject(account: account) }
}
