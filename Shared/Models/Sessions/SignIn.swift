/// Begins a session with a password.
///
/// Errors: those of `VerifyPassword`; `unavailable` if identity is unreachable.
public struct SignIn: RequestFromEdge {
    public typealias Reply = SignedIn
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 1)

    /// A user name, an e-mail address or a phone number.
    public var login: Personal<String>
    public var password: SecretText
    public var kind: SessionKind
    /// Whether the session may be unused for long.
    public var isRemembered: Bool
    /// A method with a password; nil means `password`.
    public var signInMethod: SignInMethod?
    /// The credential that the app sent with the password, possibly expired; nil for none. It proves that this app has
    /// signed in before, so that other callers' failures do not lock it out.
    public var shown: SecretText?
    /// Whether to cancel a planned erasure; nil for no.
    public var cancelsErasure: Bool?

    enum CodingKeys: Int, CodingKey {
        case login = 0, password, kind, isRemembered, signInMethod, shown, cancelsErasure
    }

    public init(
        login: Personal<String>, password: SecretText, kind: SessionKind, isRemembered: Bool,
        signInMethod: SignInMethod? = nil, shown: SecretText? = nil, cancelsErasure: Bool? = nil
    ) {
        self.login = login
        self.password = password
        self.kind = kind
        self.isRemembered = isRemembered
        self.signInMethod = signInMethod
        self.shown = shown
        self.cancelsErasure = cancelsErasure
    }
}

/// The result of a sign-in: the account, the new session and its tokens.
public struct SignedIn: Codable, Sendable {
    public var profile: AccountProfile
    public var session: SessionSummary
    public var tokens: SessionTokens

    enum CodingKeys: Int, CodingKey { case profile = 0, session, tokens }

    public init(profile: AccountProfile, session: SessionSummary, tokens: SessionTokens) {
        self.profile = profile
        self.session = session
        self.tokens = tokens
    }
}
