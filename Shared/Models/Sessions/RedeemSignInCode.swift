/// Begins the session of a user who has signed in at an identity provider. The first sign-in creates an account, unless
/// an account has the provider's verified address: then its password links the two.
///
/// Errors: `invalidToken` for a code that is invalid, expired, used, or for another verifier; `duplicate` if an account
/// has the address and there is no password; those of `VerifyPassword` if there is; those of `RecogniseIssuedUser`;
/// `unavailable`.
public struct RedeemSignInCode: RequestFromEdge {
    public typealias Reply = SignedIn
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 82)

    public var signInCode: SecretText
    /// The verifier of RFC 7636, whose challenge began the sign-in.
    public var verifier: SecretText
    public var kind: SessionKind
    /// The password of the account that has the provider's verified address, to link it; nil for none.
    public var password: SecretText?
    /// Whether to create a separate account although another one has the address; nil for no.
    public var makesAccount: Bool?
    /// Whether to cancel a planned erasure; nil for no.
    public var cancelsErasure: Bool?
    /// Whether the session may be unused for long; nil for yes.
    public var isRemembered: Bool?

    enum CodingKeys: Int, CodingKey {
        case signInCode = 0, verifier, kind, password, makesAccount, cancelsErasure, isRemembered
    }

    public init(
        signInCode: SecretText, verifier: SecretText, kind: SessionKind, password: SecretText? = nil,
        makesAccount: Bool? = nil, cancelsErasure: Bool? = nil, isRemembered: Bool? = nil
    ) {
        self.signInCode = signInCode
        self.verifier = verifier
        self.kind = kind
        self.password = password
        self.makesAccount = makesAccount
        self.cancelsErasure = cancelsErasure
        self.isRemembered = isRemembered
    }
}
