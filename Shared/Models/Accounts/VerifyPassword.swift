// A person shows a password.

/// Finds the account of a person who shows a password, and notes the sign-in on it as far as the sign-in method's
/// policy allows.
///
/// Errors: `wrongCredentials` for a wrong password, an unknown name and a disabled account alike, in the same time;
/// `erasurePending` for the right password of an account that is to be erased, unless that is taken back;
/// `rateLimited` after failures for this name from this network, with growing delays, or after very many from
/// everywhere; `overloaded` when too many passwords are waiting.
public struct VerifyPassword: ServiceRequest {
    public typealias Reply = VerifiedAccount
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 2)
    /// Passwords are shown to auth-session alone, which makes the session.
    public static let senders: Set<ServiceName> = [.authSession]
    public var routingKey: RoutingKey? { RoutingKey(name: login) }

    public var signInMethod: SignInMethod
    /// A user name, an e-mail address or a phone number.
    public var login: Personal<String>
    public var password: SecretText
    /// The session, living or ended, whose credential the app showed beside the password. Failures of such an
    /// installation are counted apart from those of its address. Nil when the app showed none.
    public var seen: SeenSession?
    /// Whether an erasure that the person asked for is taken back; nil for no.
    public var cancelsErasure: Bool?
    /// Whether the sender has a second step taken where the account wants one; nil from a version that knows none, which is
    /// refused then.
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

/// A session whose credential an app has shown, with its account.
public struct SeenSession: Codable, Hashable, Sendable {
    public var account: AccountID
    public var session: SessionID

    enum CodingKeys: Int, CodingKey { case account = 0, session }

    public init(account: AccountID, session: SessionID) {
        self.account = account
        self.session = session
    }
}

/// An account whose owner was just recognised, or has taken the first of two steps.
public struct VerifiedAccount: Codable, Sendable {
    public var profile: AccountProfile
    /// By the clock of identity, like `AccountChange.sessionsEndBefore`.
    public var verifiedAt: UnixTime
    /// What they have shown, where that is not enough: the sign-in is not noted, and no session may begin before
    /// `VerifySecondStep`. Nil when they are recognised.
    public var firstStep: FirstStep?

    enum CodingKeys: Int, CodingKey { case profile = 0, verifiedAt, firstStep }

    public init(profile: AccountProfile, verifiedAt: UnixTime, firstStep: FirstStep? = nil) {
        self.profile = profile
        self.verifiedAt = verifiedAt
        self.firstStep = firstStep
    }
}
