// An identity provider that the operator trusts vouches for a person.

/// Finds the account of a person whom auth-session has verified by an issuer's token, or makes it. However many
/// requests come at once, there is one account. Issuer and subject identify the person; an e-mail address never does.
///
/// What the provider says of the person is stored apart from the names to sign in with. It need not be unique, and no
/// link for a new password goes there. Names that the person has changed here stay. Where the account takes a second step,
/// the provider's is the first one, and nothing is noted (`VerifiedAccount.firstStep`).
///
/// Errors: `wrongCredentials` for a disabled account, `erasurePending` for one that is to be erased unless that is taken
/// back, `duplicate` when the verified address belongs to another account.
public struct RecogniseIssuedUser: ServiceRequest {
    public typealias Reply = VerifiedAccount
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 14)
    /// Auth-session vouches for the people of other identity providers.
    public static let senders: Set<ServiceName> = [.authSession]
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(subjectHash) }

    /// The `iss` of the token.
    public var issuer: String
    /// The SHA-256 of the issuer, a zero byte, and the `sub`, in lower-case hexadecimal digits. Identity is not told
    /// the subject.
    public var subjectHash: String
    /// What the token says of the person.
    public var claims: PersonClaims
    /// Whether an erasure that the person asked for is taken back; nil for no.
    public var cancelsErasure: Bool?
    /// The address that the provider has verified, where no account is made for a person whose address is the name of
    /// one; nil to make it all the same.
    public var verifiedAddress: Personal<String>?
    /// As in `VerifyPassword`.
    public var takesSecondStep: Bool?
    /// Whether the account's second step is not asked for: the operator trusts that of the provider, or the person has a
    /// session already; nil for no.
    public var skipsSecondStep: Bool?

    enum CodingKeys: Int, CodingKey {
        case issuer = 0, subjectHash, claims, cancelsErasure, verifiedAddress, takesSecondStep, skipsSecondStep
    }

    public init(
        issuer: String, subjectHash: String, claims: PersonClaims, cancelsErasure: Bool? = nil,
        verifiedAddress: Personal<String>? = nil, takesSecondStep: Bool? = nil, skipsSecondStep: Bool? = nil
    ) {
        self.issuer = issuer
        self.subjectHash = subjectHash
        self.claims = claims
        self.cancelsErasure = cancelsErasure
        self.verifiedAddress = verifiedAddress
        self.takesSecondStep = takesSecondStep
        self.skipsSecondStep = skipsSecondStep
    }
}

/// What a token of an identity provider says of its person; nil for what it does not say.
public struct PersonClaims: Codable, Hashable, Sendable {
    /// An address to write to; no name to sign in with.
    public var email: Personal<String>?
    public var firstName: Personal<String>?
    public var lastName: Personal<String>?
    /// In E.164 form.
    public var phone: Personal<String>?
    /// Whether the provider has verified the phone number.
    public var phoneIsVerified: Bool
    /// Whether the provider has verified the address; nil for no. To another one nothing is written.
    public var emailIsVerified: Bool?

    enum CodingKeys: Int, CodingKey { case email = 0, firstName, lastName, phone, phoneIsVerified, emailIsVerified }

    public init(
        email: Personal<String>? = nil, firstName: Personal<String>? = nil, lastName: Personal<String>? = nil,
        phone: Personal<String>? = nil, phoneIsVerified: Bool = false, emailIsVerified: Bool? = nil
    ) {
        self.email = email
        self.firstName = firstName
        self.lastName = lastName
        self.phone = phone
        self.phoneIsVerified = phoneIsVerified
        self.emailIsVerified = emailIsVerified
    }
}
