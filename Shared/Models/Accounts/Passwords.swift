public import BaliseJSON

/// Finds the account for a name and password. Records the sign-in as far as the method's policy allows. Errors:
/// `wrongCredentials` for a wrong password, an unknown name and a disabled account alike, after the same time;
/// `erasurePending` for the right password if an erasure is planned and not cancelled; `rateLimited` after failures for
/// this name from this network, with growing delays, or after very many failures from everywhere; `overloaded` when too
/// many passwords wait to be hashed.
public struct VerifyPassword: RequestFromAuthSession {
    public typealias Reply = VerifiedAccount
    public static let serviceCode = ServiceCode(.identity, 2)
    public var routingKey: RoutingKey? { RoutingKey(name: login) }

    public var signInMethod: SignInMethod
    /// A user name, an e-mail address or a phone number.
    public var login: Personal<String>
    public var password: SecretText
    /// The session whose credential the app sent with the password; nil if it sent none. The identity service counts
    /// the failures of a known app apart from the failures of its network.
    public var seen: SeenSession?
    public var cancelsErasure: Bool?
    /// Whether the caller can handle second steps. An auth-session of an older version sends nil; an account with a
    /// second step then refuses the sign-in.
    public var takesSecondStep: Bool?

    enum CodingKeys: Int, CodingKey { case signInMethod = 0, login, password, seen, cancelsErasure, takesSecondStep }

    public init(
        signInMethod: SignInMethod, login: Personal<String>, password: SecretText, seen: SeenSession? = nil,
        cancelsErasure: Bool? = nil, takesSecondStep: Bool? = nil
    ) {
        (self.signInMethod, self.login, self.password) = (signInMethod, login, password)
        (self.seen, self.cancelsErasure, self.takesSecondStep) = (seen, cancelsErasure, takesSecondStep)
    }
}

/// The session, current or ended, whose credential the app sent with a sign-in. auth-session finds the session; the
/// identity service then treats the attempt as coming from a known app.
public struct SeenSession: Codable, Hashable, Sendable {
    public var account: AccountID
    public var session: SessionID

    enum CodingKeys: Int, CodingKey { case account = 0, session }

    public init(account: AccountID, session: SessionID) { (self.account, self.session) = (account, session) }
}

/// The identity service's answer to a sign-in: an account whose user is recognised, or has done one of two steps.
public struct VerifiedAccount: Codable, Sendable {
    public var profile: AccountProfile
    /// When the identity service recognised the user, by its clock, as for `AccountChange.sessionsEndBefore`.
    public var verifiedAt: UnixTime
    /// The state for the second step, if the account needs one. Then nothing is recorded, and no session may begin
    /// before `VerifySecondStep`. Nil if the user is recognised.
    public var firstStep: FirstStep?

    enum CodingKeys: Int, CodingKey { case profile = 0, verifiedAt, firstStep }

    public init(profile: AccountProfile, verifiedAt: UnixTime, firstStep: FirstStep? = nil) {
        (self.profile, self.verifiedAt, self.firstStep) = (profile, verifiedAt, firstStep)
    }
}

/// Replaces a password. The caller decides whether other sessions end. Errors: `wrongCredentials` for a wrong current
/// password, `invalidRequest` for an invalid new password, `rateLimited`, `overloaded`.
public struct ChangePassword: RequestFromEdge, RequestByAccount {
    public static let serviceCode = ServiceCode(.identity, 5)

    public var account: AccountID
    public var current: SecretText
    public var new: SecretText
    /// The calling session. Wrong passwords are counted by session; with nil, by the caller's address.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, current, new, session }

    public init(account: AccountID, current: SecretText, new: SecretText, session: SessionID? = nil) {
        (self.account, self.current, self.new, self.session) = (account, current, new, session)
    }
}

/// Sends a link for a new password if an account has the address. If none has, the answer is the same, and as fast.
/// Errors: `rateLimited`, `invalidRequest`.
public struct RequestPasswordReset: RequestFromEdge {
    public static let serviceCode = ServiceCode(.identity, 6)
    public var routingKey: RoutingKey? { RoutingKey(name: email) }

    /// The reply. It does not reveal whether an account has it.
    public struct Reply: Codable, Sendable {
        /// A random number without a meaning, for apps that expect one.
        public var number: Int64
        public var requestedAt: UnixTime

        enum CodingKeys: Int, CodingKey { case number = 0, requestedAt }

        public init(number: Int64, requestedAt: UnixTime) { (self.number, self.requestedAt) = (number, requestedAt) }
    }

    public var email: Personal<String>

    enum CodingKeys: Int, CodingKey { case email = 0 }

    public init(email: Personal<String>) { self.email = email }
}

/// Checks whether the token of a link is still valid, before the user types a password. It does not use up the token.
/// Errors: `invalidToken` for an unknown, used or expired token.
public struct CheckPasswordReset: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.identity, 25)
    public var routingKey: RoutingKey? { RoutingKey(token) }

    public var token: SecretText

    enum CodingKeys: Int, CodingKey { case token = 0 }

    public init(token: SecretText) { self.token = token }
}

/// Sets a password with the token of a link, which is valid once. All sessions of the account end. Errors:
/// `invalidToken` for an unknown, used or expired token, `invalidRequest` for the password, `rateLimited`.
public struct ResetPassword: RequestFromEdge {
    public static let serviceCode = ServiceCode(.identity, 7)
    public var routingKey: RoutingKey? { RoutingKey(token) }
    public var ends: EndedCredentials { .ofAccounts() }

    public var token: SecretText
    public var new: SecretText

    enum CodingKeys: Int, CodingKey { case token = 0, new }

    public init(token: SecretText, new: SecretText) { (self.token, self.new) = (token, new) }
}

/// Sends the user a link for setting a password, which invalidates the previous link. The operator does not see it. If
/// no password was ever set, it is the invitation again. Errors: `notFound`; `conflict` without an address, for a
/// disabled account, and for a user of Apple or an identity provider; `rateLimited`.
public struct SendPasswordLink: ServiceRequest, OperatorAct, RequestByAccount {
    public typealias Reply = SentPasswordLink
    public static let serviceCode = ServiceCode(.identity, 19)
    public var neededScopes: [APIKeyScope] { .assistants }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// The answer to an operator's request for a password link. It does not contain the link, which is sent to the user.
public struct SentPasswordLink: JSONConvertible, Hashable {
    public var expiresAt: UnixTime
    /// The file on the server in which the identity service stored the message; nil if a mail server is configured.
    public var messageFile: String?

    enum CodingKeys: Int, CodingKey { case expiresAt = 0, messageFile }

    public init(expiresAt: UnixTime, messageFile: String? = nil) {
        (self.expiresAt, self.messageFile) = (expiresAt, messageFile)
    }
}
