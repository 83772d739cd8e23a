/// Begins a session with a password. Errors: of `VerifyPassword`; `unavailable` if the identity service is unreachable.
public struct SignIn: RequestFromEdge {
    public typealias Reply = SignedIn
    public static let serviceCode = ServiceCode(.authSession, 1)

    /// A user name, an e-mail address or a phone number.
    public var login: Personal<String>
    public var password: SecretText
    public var kind: SessionKind
    /// Whether the session survives a long time without use.
    public var isRemembered: Bool
    /// The method that the session records; nil means `password`.
    public var signInMethod: SignInMethod?
    /// The app's last credential, which may have expired; nil if it has none. It proves that this app has signed in
    /// before, so that other callers' failures do not lock it out.
    public var shown: SecretText?
    public var cancelsErasure: Bool?

    enum CodingKeys: Int, CodingKey {
        case login = 0, password, kind, isRemembered, signInMethod, shown, cancelsErasure
    }

    public init(
        login: Personal<String>, password: SecretText, kind: SessionKind, isRemembered: Bool,
        signInMethod: SignInMethod? = nil, shown: SecretText? = nil, cancelsErasure: Bool? = nil
    ) {
        (self.login, self.password, self.kind, self.isRemembered) = (login, password, kind, isRemembered)
        (self.signInMethod, self.shown, self.cancelsErasure) = (signInMethod, shown, cancelsErasure)
    }
}

/// auth-session's answer to a completed sign-in: the account, the new session and its tokens.
public struct SignedIn: Codable, Sendable {
    public var profile: AccountProfile
    public var session: SessionSummary
    public var tokens: SessionTokens

    enum CodingKeys: Int, CodingKey { case profile = 0, session, tokens }

    public init(profile: AccountProfile, session: SessionSummary, tokens: SessionTokens) {
        (self.profile, self.session, self.tokens) = (profile, session, tokens)
    }
}

/// Creates an account without a name or a password. Errors: `forbidden` as for `CreateAccount`; `unavailable` if the
/// identity service is unreachable.
public struct SignInAnonymously: RequestFromEdge {
    public typealias Reply = SignedIn
    public static let serviceCode = ServiceCode(.authSession, 14)

    public var kind: SessionKind

    enum CodingKeys: Int, CodingKey { case kind = 0 }

    public init(kind: SessionKind) { self.kind = kind }
}

/// Begins a session with an identity token of Apple. The first sign-in creates the account (`RecogniseAppleUser`).
/// Errors: `invalidToken` for a token that is not Apple's, not for this app, not yet or no longer valid, or with
/// another nonce; `invalidRequest` if no audience is configured; `wrongCredentials` for a disabled account;
/// `erasurePending` if an erasure is planned and not cancelled; `unavailable` if the identity service is unreachable,
/// or Apple when a new key is needed; `forbidden` as for `CreateAccount`.
public struct SignInWithApple: RequestFromEdge {
    public typealias Reply = SignedIn
    public static let serviceCode = ServiceCode(.authSession, 15)

    /// Apple's identity token, a JWT (RFC 7519): `ASAuthorizationAppleIDCredential.identityToken`.
    public var identityToken: SecretText
    /// The nonce whose SHA-256, in lower-case hexadecimal digits, the app gave to Apple; nil when it gave no nonce.
    public var nonce: SecretText?
    /// Apple's code. auth-session exchanges it at Apple for a token that is revoked with the account, but only if a
    /// Services key is configured.
    public var authorizationCode: SecretText?
    /// The web page to which Apple returned with the code; nil for an app.
    public var redirectURI: String?
    public var kind: SessionKind
    public var cancelsErasure: Bool?

    enum CodingKeys: Int, CodingKey {
        case identityToken = 0, nonce, authorizationCode, kind, cancelsErasure, redirectURI
    }

    public init(
        identityToken: SecretText, nonce: SecretText?, authorizationCode: SecretText?, kind: SessionKind,
        cancelsErasure: Bool? = nil, redirectURI: String? = nil
    ) {
        (self.identityToken, self.nonce, self.authorizationCode) = (identityToken, nonce, authorizationCode)
        (self.kind, self.cancelsErasure, self.redirectURI) = (kind, cancelsErasure, redirectURI)
    }
}

/// Begins a session with an e-mail code. Errors: of `VerifyEmailCode`; `unavailable` if the identity service is
/// unreachable.
public struct SignInWithEmailCode: RequestFromEdge {
    public typealias Reply = SignedIn
    public static let serviceCode = ServiceCode(.authSession, 60)
    public var routingKey: RoutingKey? { RoutingKey(name: email) }

    public var email: Personal<String>
    public var emailCode: SecretText
    public var kind: SessionKind
    public var isRemembered: Bool
    public var cancelsErasure: Bool?

    enum CodingKeys: Int, CodingKey { case email = 0, emailCode, kind, isRemembered, cancelsErasure }

    public init(
        email: Personal<String>, emailCode: SecretText, kind: SessionKind, isRemembered: Bool,
        cancelsErasure: Bool? = nil
    ) {
        (self.email, self.emailCode, self.kind) = (email, emailCode, kind)
        (self.isRemembered, self.cancelsErasure) = (isRemembered, cancelsErasure)
    }
}

/// Begins a session with a passkey. Errors: of `VerifyPasskey`; `unavailable` if the identity service is unreachable.
public struct SignInWithPasskey: RequestFromEdge {
    public typealias Reply = SignedIn
    public static let serviceCode = ServiceCode(.authSession, 70)

    public var assertion: PasskeyAssertion
    public var kind: SessionKind
    /// Whether the session survives a long time without use; nil means true.
    public var isRemembered: Bool?

    public var cancelsErasure: Bool?

    enum CodingKeys: Int, CodingKey { case assertion = 0, kind, isRemembered, cancelsErasure }

    public init(
        assertion: PasskeyAssertion, kind: SessionKind, isRemembered: Bool? = nil, cancelsErasure: Bool? = nil
    ) {
        (self.assertion, self.kind) = (assertion, kind)
        (self.isRemembered, self.cancelsErasure) = (isRemembered, cancelsErasure)
    }
}

/// Creates an account with a password, and its first session. Errors: those of `CreateAccount`; `unavailable` if the
/// identity service is unreachable.
public struct Register: RequestFromEdge {
    public typealias Reply = SignedIn
    public static let serviceCode = ServiceCode(.authSession, 2)

    /// The account's sign-in names; at least one.
    public var names: AccountNames
    public var password: SecretText
    public var details: ProfileDetails
    public var kind: SessionKind

    enum CodingKeys: Int, CodingKey { case names = 0, password, details, kind }

    public init(names: AccountNames, password: SecretText, details: ProfileDetails, kind: SessionKind) {
        (self.names, self.password, self.details, self.kind) = (names, password, details, kind)
    }
}

/// Replaces the tokens of a rotating session. If the old refresh token is sent again while the new tokens are unused,
/// at most for the life of the new access token, it gets the same answer: a lost answer signs no user out. Any other
/// second use ends the session, because two parties have the token, except within 10 s: two tries may have crossed.
/// Errors: `invalidToken` if the token belongs to no active session; `tokenExpired` when the session or the access
/// token has expired; `accountGone` if the session ended with its account.
public struct RefreshSession: RequestFromEdge {
    public static let serviceCode = ServiceCode(.authSession, 3)
    public var routingKey: RoutingKey? { RoutingKey(token) }

    public struct Reply: Codable, Sendable {
        public var account: AccountID
        public var session: SessionID
        public var tokens: SessionTokens

        enum CodingKeys: Int, CodingKey { case account = 0, session, tokens }

        public init(account: AccountID, session: SessionID, tokens: SessionTokens) {
            (self.account, self.session, self.tokens) = (account, session, tokens)
        }
    }

    /// The refresh token. An app without refresh tokens (`signInMethod` is `password`) sends a valid access token, and
    /// the answer then has no refresh token.
    public var token: SecretText

    enum CodingKeys: Int, CodingKey { case token = 0 }

    public init(token: SecretText) { self.token = token }
}

/// Records activity of a session. Errors: `notFound` if the account has no such active session.
public struct ExtendSession: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = SessionSummary
    public static let serviceCode = ServiceCode(.authSession, 17)

    public var account: AccountID
    public var session: SessionID

    enum CodingKeys: Int, CodingKey { case account = 0, session }

    public init(account: AccountID, session: SessionID) { (self.account, self.session) = (account, session) }
}
