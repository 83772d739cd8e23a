/// Finds the account for a name and password, and records the sign-in as far as the sign-in method's policy allows.
///
/// Errors: `wrongCredentials` for a wrong password, an unknown name and a disabled account alike, in the same time;
/// `erasurePending` for the right password if an erasure is planned and not cancelled; `rateLimited` after failures for
/// this name from this network, with growing delays, or after very many from everywhere; `overloaded` when too many
/// passwords wait to be hashed.
public struct VerifyPassword: ServiceRequest {
    public typealias Reply = VerifiedAccount
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 2)
    /// Only auth-session handles passwords, because it creates the session.
    public static let senders: Set<ServiceName> = [.authSession]
    public var routingKey: RoutingKey? { RoutingKey(name: login) }

    public var signInMethod: SignInMethod
    /// A user name, an e-mail address or a phone number.
    public var login: Personal<String>
    public var password: SecretText
    /// The current or ended session whose credential the app sent with the password. Failures of such an installation
    /// are counted apart from those of its address. Nil if the app sent none.
    public var seen: SeenSession?
    /// Whether to cancel a planned erasure; nil for no.
    public var cancelsErasure: Bool?
    /// Whether the sender supports a second step. A version that does not sends nil, and is refused if the account has
    /// one.
    public var takesSecondStep: Bool?

    enum CodingKeys: Int, CodingKey { case signInMethod = 0, login, password, seen, cancelsErasure, takesSecondStep }

    public init(
        signInMethod: SignInMethod, login: Personal<String>, password: SecretText, seen: SeenSession? = nil,
        cancelsErasure: Bool? = nil, takesSecondStep: Bool? = nil
    ) {
        self.signInMethod = signInMethod
        self.login = login
        self.password = password
        self.seen = seen
        self.cancelsErasure = cancelsErasure
        self.takesSecondStep = takesSecondStep
    }
}

/// A current or ended session, known by the credential that the app sent with a sign-in.
public struct SeenSession: Codable, Hashable, Sendable {
    public var account: AccountID
    public var session: SessionID

    enum CodingKeys: Int, CodingKey { case account = 0, session }

    public init(account: AccountID, session: SessionID) {
        self.account = account
        self.session = session
    }
}

/// An account whose user was recognised, or has completed the first of two steps.
public struct VerifiedAccount: Codable, Sendable {
    public var profile: AccountProfile
    /// By the clock of identity, like `AccountChange.sessionsEndBefore`.
    public var verifiedAt: UnixTime
    /// The first step, if a second is needed: the sign-in is not recorded, and no session may begin before
    /// `VerifySecondStep`. Nil if the user is recognised.
    public var firstStep: FirstStep?

    enum CodingKeys: Int, CodingKey { case profile = 0, verifiedAt, firstStep }

    public init(profile: AccountProfile, verifiedAt: UnixTime, firstStep: FirstStep? = nil) {
        self.profile = profile
        self.verifiedAt = verifiedAt
        self.firstStep = firstStep
    }
}
