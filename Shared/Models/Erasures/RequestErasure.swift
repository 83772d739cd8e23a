// A person asks for the erasure of their account, and shows once more who they are.

/// Has the account of a session erased, by a proof that is at most minutes old. The erasure can be followed to its end
/// with its id and its secret.
///
/// Errors: `invalidToken` when the session lives no more, or the identity token or the passkey does not count;
/// `wrongCredentials` for a wrong password, `rateLimited` and `overloaded` as with `ChangePassword`; `codeMismatch` and
/// `codeExpired` for a code that does not count; `signInTooOld` for an identity token from too long ago; `forbidden` for
/// one of another person; `unavailable`.
public struct RequestErasure: RequestFromEdge {
    public typealias Reply = EraseAccount.Reply
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 40)
    /// Which erasure it is stands in the message, so that a second arrival erases nothing that came since.
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    public var session: SessionID
    public var erasure: ErasureRequest
    public var proof: Proof
    /// The credential of the session, which auth-session judges by itself.
    public var shown: ShownCredential?

    enum CodingKeys: Int, CodingKey { case account = 0, session, erasure, proof, shown }

    public init(
        account: AccountID, session: SessionID, erasure: ErasureRequest, proof: Proof, shown: ShownCredential? = nil
    ) {
        self.account = account
        self.session = session
        self.erasure = erasure
        self.proof = proof
        self.shown = shown
    }

    /// By what a person shows that they ask now.
    public struct Proof: Codable, Sendable {
        /// The account's password.
        public var password: SecretText?
        /// An identity token of Apple, as `SignInWithApple` takes it.
        public var identityToken: SecretText?
        /// Its nonce; nil when the app gave Apple none.
        public var nonce: SecretText?
        /// What an authenticator answered to a challenge of `BeginPasskeyProof`.
        public var assertion: PasskeyAssertion?
        /// A code that was sent to the account's address as a proof (`RequestEmailCode`).
        public var emailCode: SecretText?

        enum CodingKeys: Int, CodingKey { case password = 0, identityToken, nonce, emailCode, assertion }

        /// Whether nothing is shown but the session.
        public var isEmpty: Bool { password == nil && identityToken == nil && assertion == nil && emailCode == nil }

        private init(
            password: SecretText? = nil, identityToken: SecretText? = nil, nonce: SecretText? = nil,
            assertion: PasskeyAssertion? = nil, emailCode: SecretText? = nil
        ) {
            self.password = password
            self.identityToken = identityToken
            self.nonce = nonce
            self.assertion = assertion
            self.emailCode = emailCode
        }

        /// The session itself, which has just begun.
        public static let recentSignIn = Proof()
        /// The account's password.
        public static func password(_ password: SecretText) -> Proof {
            Proof(password: password)
        }
        /// An identity token of Apple.
        public static func identityToken(_ token: SecretText, nonce: SecretText?) -> Proof {
            Proof(identityToken: token, nonce: nonce)
        }
        /// A passkey of the account.
        public static func passkey(_ assertion: PasskeyAssertion) -> Proof { Proof(assertion: assertion) }
        /// A code that was sent to the account's address as a proof.
        public static func emailCode(_ code: SecretText) -> Proof { Proof(emailCode: code) }
    }
}

/// An erasure that is to be followed to its end, as whoever asks for it names it.
public struct ErasureRequest: Codable, Sendable {
    /// Random, and never used before.
    public var id: ErasureID
    /// What opens the receipt beside the id; nil when only an operator may see it.
    public var secret: SecretText?

    enum CodingKeys: Int, CodingKey { case id = 0, secret }

    public init(id: ErasureID, secret: SecretText?) {
        self.id = id
        self.secret = secret
    }

    /// Of fresh random bytes.
    ///
    /// - Parameters:
    ///   - random: Gives so many of them.
    ///   - hasSecret: Whether somebody else than an operator may see it.
    /// - Throws: `internalFailure`, which a generator that works gives no reason to.
    public init(random: (Int) -> [UInt8], hasSecret: Bool) throws(ServiceError) {
        self.init(
            id: try ErasureID(random: random(16)), secret: hasSecret ? SecretText(base64URL(random(32))) : nil)
    }
}
