/// Checks whether the caller may export an account, and informs the account's user by e-mail, if it has an address. Errors:
/// `notFound`; `wrongCredentials`, `rateLimited` and `overloaded` for the password; `invalidToken` for an ended session.
public struct BeginExport: ServiceRequest, OperatorAct, ProvenAct {
    public static let serviceCode = ServiceCode(.identity, 120)
    public static let provenCode = ServiceCode(.authSession, 151)
    public var nameInAudit: String { "ExportAccount" }

    public var account: AccountID
    public var person: ProvenPerson?

    enum CodingKeys: Int, CodingKey { case account = 0, person }

    public init(account: AccountID, person: ProvenPerson? = nil) {
        (self.account, self.person) = (account, person)
    }
}
