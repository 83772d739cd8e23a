/// A request that a session alone does not allow. The edge sends it inside `Proven`. auth-session checks the session
/// and the proof, names the user in `person`, and sends it on.
public protocol ProvenAct: ServiceRequest, RequestByAccount {
    /// The message code of `Proven` with this act.
    static var provenCode: ServiceCode { get }
    /// Whether an anonymous session is enough, because such a session is the only way into its account.
    static var takesAnonymous: Bool { get }

    /// The checked user, which auth-session sets; nil if another caller sends the act.
    var person: ProvenPerson? { get set }
}

extension ProvenAct {
    public static var takesAnonymous: Bool { false }
}

/// An act of a session's user, with a proof that is at most minutes old. Errors: `invalidToken` for an ended session,
/// or an invalid identity token or passkey; `wrongCredentials`; `rateLimited` and `overloaded` as for `ChangePassword`;
/// `codeMismatch` and `codeExpired`; `signInTooOld` for an old session or identity token; `forbidden` for an identity
/// token of another user; `unavailable`; those of the act.
public struct Proven<Act: ProvenAct>: RequestFromEdge, RequestByAccount {
    public typealias Reply = Act.Reply
    public static var serviceCode: ServiceCode { Act.provenCode }
    public static var isIdempotent: Bool { Act.isIdempotent }
    public var ends: EndedCredentials {
        if case .ofAccounts = act.ends { .ofAccounts(caller: session) } else { act.ends }
    }

    public var act: Act
    public var session: SessionID
    /// The proof; nil only for acts with `takesAnonymous` set.
    public var proof: PersonProof?
    /// The session's credential, which auth-session itself verifies.
    public var shown: ShownCredential?

    enum CodingKeys: Int, CodingKey { case act = 0, session, proof, shown }

    public init(_ act: Act, session: SessionID, proof: PersonProof?, shown: ShownCredential? = nil) {
        (self.act, self.session, self.proof, self.shown) = (act, session, proof, shown)
    }

    public var account: AccountID { act.account }
}

/// A proof of identity: a password, a token of Apple, a passkey or an e-mailed code; empty for a recent sign-in.
public struct PersonProof: Codable, Sendable {
    public var password: SecretText?
    /// An identity token of Apple, as in `SignInWithApple`; nil for another proof.
    public var identityToken: SecretText?
    /// The nonce that the app gave to Apple; nil if it gave no nonce.
    public var nonce: SecretText?
    /// The authenticator's answer to a challenge of `BeginPasskeyProof`; nil for another proof.
    public var assertion: PasskeyAssertion?
    /// A code that was e-mailed for a proof (`RequestEmailCode`); nil for another proof.
    public var emailCode: SecretText?

    enum CodingKeys: Int, CodingKey { case password = 0, identityToken, nonce, emailCode, assertion }

    /// Whether the session is the only proof.
    public var isEmpty: Bool { password == nil && identityToken == nil && assertion == nil && emailCode == nil }

    /// The session itself as the proof: its user must have signed in within the last 5 minutes (`RecentSignIn`).
    public static let recentSignIn = PersonProof()
    public static func password(_ password: SecretText) -> PersonProof { PersonProof(password: password) }
    public static func identityToken(_ token: SecretText, nonce: SecretText?) -> PersonProof {
        PersonProof(identityToken: token, nonce: nonce)
    }
    public static func passkey(_ assertion: PasskeyAssertion) -> PersonProof { PersonProof(assertion: assertion) }
    public static func emailCode(_ code: SecretText) -> PersonProof { PersonProof(emailCode: code) }
}

/// The user of a checked session, with the part of the proof that the identity service checks.
public struct ProvenPerson: Codable, Sendable {
    /// The checked session. The identity service counts wrong passwords for each session.
    public var session: SessionID
    /// When the session's user signed in. If the sessions of earlier sign-ins have ended, the proof is refused.
    public var signedInAt: UnixTime
    public var password: SecretText?
    public var assertion: PasskeyAssertion?
    public var emailCode: SecretText?

    enum CodingKeys: Int, CodingKey { case session = 0, signedInAt, password, emailCode, assertion }

    public init(
        session: SessionID, signedInAt: UnixTime, password: SecretText?, assertion: PasskeyAssertion? = nil,
        emailCode: SecretText? = nil
    ) {
        (self.session, self.signedInAt) = (session, signedInAt)
        (self.password, self.assertion, self.emailCode) = (password, assertion, emailCode)
    }
}
