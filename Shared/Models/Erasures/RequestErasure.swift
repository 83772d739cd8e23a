/// Erases the account of a session, with a proof of the user's identity that is at most minutes old. The id and the
/// secret of the erasure give access to its progress.
///
/// Errors: `invalidToken` for an ended session, or an invalid identity token or passkey; `wrongCredentials` for a wrong
/// password, `rateLimited` and `overloaded` as for `ChangePassword`; `codeMismatch` and `codeExpired` for an invalid
/// code; `signInTooOld` for an old identity token; `forbidden` for that of another user; `unavailable`.
public struct RequestErasure: RequestFromEdge {
    public typealias Reply = EraseAccount.Reply
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 40)
    /// The message names the erasure, so that a repetition does not erase a newer account.
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }
    public var ends: EndedCredentials { .ofAccounts(caller: session) }

    public var account: AccountID
    public var session: SessionID
    public var erasure: ErasureRequest
    public var proof: Proof
    /// The session's credential. auth-session itself verifies it.
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

    /// A proof of the user's identity.
    public struct Proof: Codable, Sendable {
        public var password: SecretText?
        /// An identity token of Apple, as in `SignInWithApple`.
        public var identityToken: SecretText?
        /// Nil if the app gave Apple none.
        public var nonce: SecretText?
        /// The authenticator's answer to a challenge of `BeginPasskeyProof`.
        public var assertion: PasskeyAssertion?
        /// A code for a proof (`RequestEmailCode`).
        public var emailCode: SecretText?

        enum CodingKeys: Int, CodingKey { case password = 0, identityToken, nonce, emailCode, assertion }

        /// Whether the session is the only proof.
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

        /// The session itself, if it has just begun.
        public static let recentSignIn = Proof()
        public static func password(_ password: SecretText) -> Proof {
            Proof(password: password)
        }
        public static func identityToken(_ token: SecretText, nonce: SecretText?) -> Proof {
            Proof(identityToken: token, nonce: nonce)
        }
        public static func passkey(_ assertion: PasskeyAssertion) -> Proof { Proof(assertion: assertion) }
        public static func emailCode(_ code: SecretText) -> Proof { Proof(emailCode: code) }
    }
}

/// The id and secret for tracking an erasure.
public struct ErasureRequest: Codable, Sendable {
    /// Random and unique.
    public var id: ErasureID
    /// Gives access to the receipt together with the id; nil if only an operator may see it.
    public var secret: SecretText?

    enum CodingKeys: Int, CodingKey { case id = 0, secret }

    public init(id: ErasureID, secret: SecretText?) {
        self.id = id
        self.secret = secret
    }

    /// Creates random values.
    ///
    /// - Parameters:
    ///   - random: Returns so many bytes.
    ///   - hasSecret: Whether others than operators may see it.
    /// - Throws: `internalFailure` if the generator is broken.
    public init(random: (Int) -> [UInt8], hasSecret: Bool) throws(ServiceError) {
        self.init(
            id: try ErasureID(random: random(16)), secret: hasSecret ? SecretText(base64URL(random(32))) : nil)
    }
}
