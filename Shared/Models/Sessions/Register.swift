/// Creates an account with a password and begins its first session.
///
/// Errors: those of `CreateAccount`; `unavailable` if identity is unreachable.
public struct Register: RequestFromEdge {
    public typealias Reply = SignedIn
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 2)

    /// At least one.
    public var names: AccountNames
    public var password: SecretText
    public var details: ProfileDetails
    public var kind: SessionKind

    enum CodingKeys: Int, CodingKey { case names = 0, password, details, kind }

    public init(names: AccountNames, password: SecretText, details: ProfileDetails, kind: SessionKind) {
        self.names = names
        self.password = password
        self.details = details
        self.kind = kind
    }
}
