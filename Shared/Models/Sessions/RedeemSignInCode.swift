// An app gets the session of a person who has signed in at an identity provider.

/// Begins the session of a person who has signed in at an identity provider. The first time makes an account, unless the
/// provider's verified address is the name of one: then its password links the two.
///
/// Errors: `invalidToken` for a code that is none, is over, was used, or was made for another verifier; `duplicate` when
/// the address belongs to an account whose password is not shown; those of `VerifyPassword` when it is; those of
/// `RecogniseIssuedUser`; `unavailable`.
public struct RedeemSignInCode: RequestFromEdge {
    public typealias Reply = SignedIn
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 82)

    public var signInCode: SecretText
    /// The verifier of RFC 7636, whose challenge began the sign-in.
    public var verifier: SecretText
    public var kind: SessionKind
    /// The password of the account that has the provider's verified address as a name, to link it; nil when it is not
    /// shown.
    public var password: SecretText?
    /// Whether an account of its own is made where the address belongs to another; nil for no.
    public var makesAccount: Bool?
    /// Whether an erasure that the person asked for is taken back; nil for no.
    public var cancelsErasure: Bool?
    /// Whether the session may last long unused; nil for yes.
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
