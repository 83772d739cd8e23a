/// Finds or creates the account of an Apple user whom auth-session has verified. Simultaneous requests get the same
/// account. Another person may have created it before, so the first verified sign-in removes the password and ends all
/// earlier sessions (`AccountChange.sessionsEndBefore`). Errors: `wrongCredentials` for a disabled account;
/// `erasurePending` if an erasure is planned and not cancelled; `invalidRequest` for an id that is not derived from an
/// Apple user; `forbidden` as for `CreateAccount`.
public struct RecogniseAppleUser: RequestFromAuthSession, RequestByAccount, IdempotentRequest {
    public typealias Reply = VerifiedAccount
    public static let serviceCode = ServiceCode(.identity, 11)

    /// The account's id, derived from the Apple user id (`AppleAccount`), which the identity service never learns.
    public var account: AccountID
    public var cancelsErasure: Bool?

    enum CodingKeys: Int, CodingKey { case account = 0, cancelsErasure }

    public init(account: AccountID, cancelsErasure: Bool? = nil) {
        (self.account, self.cancelsErasure) = (account, cancelsErasure)
    }
}

/// Finds or creates the account of a user whom auth-session has verified by an issuer's token. Simultaneous requests
/// get the same account. Issuer and subject identify the user; an address never does. The provider's claims are stored
/// apart from the sign-in names, need not be unique, and get no password link. Names that the user has changed in
/// Balise stay. If the account has a second step, this sign-in is the first step, and nothing is recorded
/// (`VerifiedAccount.firstStep`). Errors: `wrongCredentials` for a disabled account; `erasurePending` if an erasure is
/// planned and not cancelled; `duplicate` if another account has the verified address; `forbidden` and a refused domain
/// as for `CreateAccount`.
public struct RecogniseIssuedUser: RequestFromAuthSession, IdempotentRequest {
    public typealias Reply = VerifiedAccount
    public static let serviceCode = ServiceCode(.identity, 14)
    public var routingKey: RoutingKey? { RoutingKey(subjectHash) }

    /// The value of `iss` in the token.
    public var issuer: String
    /// The SHA-256 of the issuer, a zero byte and `sub`, in lower-case hexadecimal digits. The identity service never
    /// learns `sub`.
    public var subjectHash: String
    public var claims: PersonClaims
    public var cancelsErasure: Bool?
    /// The address that the provider verified. No account is created if another has the address; nil skips that rule.
    public var verifiedAddress: Personal<String>?
    public var takesSecondStep: Bool?
    /// Whether the account's second step is skipped, because the operator trusts the provider's second step, or the
    /// user already has a session. Nil means false.
    public var skipsSecondStep: Bool?

    enum CodingKeys: Int, CodingKey {
        case issuer = 0, subjectHash, claims, cancelsErasure, verifiedAddress, takesSecondStep, skipsSecondStep
    }

    public init(
        issuer: String, subjectHash: String, claims: PersonClaims, cancelsErasure: Bool? = nil,
        verifiedAddress: Personal<String>? = nil, takesSecondStep: Bool? = nil, skipsSecondStep: Bool? = nil
    ) {
        (self.issuer, self.subjectHash, self.claims) = (issuer, subjectHash, claims)
        (self.cancelsErasure, self.verifiedAddress) = (cancelsErasure, verifiedAddress)
        (self.takesSecondStep, self.skipsSecondStep) = (takesSecondStep, skipsSecondStep)
    }
}

/// An identity provider's claims about a user. A missing claim is nil.
public struct PersonClaims: Codable, Hashable, Sendable {
    /// An address for mail to the user. Users cannot sign in with it.
    public var email: Personal<String>?
    public var firstName: Personal<String>?
    public var lastName: Personal<String>?
    /// The phone number, in E.164 form.
    public var phone: Personal<String>?
    public var phoneIsVerified: Bool
    /// Whether the provider has verified the address; nil means false. Balise sends mail only to verified addresses.
    public var emailIsVerified: Bool?

    enum CodingKeys: Int, CodingKey { case email = 0, firstName, lastName, phone, phoneIsVerified, emailIsVerified }

    public init(
        email: Personal<String>? = nil, firstName: Personal<String>? = nil, lastName: Personal<String>? = nil,
        phone: Personal<String>? = nil, phoneIsVerified: Bool = false, emailIsVerified: Bool? = nil
    ) {
        (self.email, self.firstName, self.lastName, self.phone) = (email, firstName, lastName, phone)
        (self.phoneIsVerified, self.emailIsVerified) = (phoneIsVerified, emailIsVerified)
    }
}
