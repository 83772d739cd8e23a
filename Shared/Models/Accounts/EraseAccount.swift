/// Erases the account in the identity service; the other services follow the accounts feed. Its names become free.
/// Erasing a missing account succeeds. With `erasure`, the progress is tracked, and a repetition leaves a newer account
/// with the same id.
///
/// If the owner asks and the operator has set a grace period, the account is closed at once and erased later; a sign-in
/// with `cancelsErasure` restores it. An account without a way to sign in is erased at once. Errors:
/// `wrongCredentials`, `rateLimited` and `overloaded` for the password; `codeMismatch`, `codeExpired` and `rateLimited`
/// for the code; `invalidToken` for a passkey or an ended session.
public struct EraseAccount: ServiceRequest, OperatorAct, ProvenAct {
    public static let serviceCode = ServiceCode(.identity, 9)
    /// A repetition names the same `erasure`, so it does not erase a newer account with the same id.
    public static let isIdempotent = true
    public static let provenCode = ServiceCode(.authSession, 150)
    public var ends: EndedCredentials { .ofAccounts() }

    public var account: AccountID
    public var erasure: ErasureRequest?
    /// The checked owner; nil if the owner does not ask.
    public var person: ProvenPerson?
    /// Whether the owner asks although `person` is nil; nil means false.
    public var askedByOwner: Bool?

    enum CodingKeys: Int, CodingKey { case account = 0, erasure, person, askedByOwner }

    public init(
        account: AccountID, erasure: ErasureRequest? = nil, person: ProvenPerson? = nil, askedByOwner: Bool? = nil
    ) {
        (self.account, self.erasure, self.person, self.askedByOwner) = (account, erasure, person, askedByOwner)
    }

    public var hasGrace: Bool { person != nil || askedByOwner == true }

    public struct Reply: Codable, Hashable, Sendable {
        /// When the tracked erasure was requested; nil if it is not tracked or there is no account.
        public var askedAt: UnixTime?
        /// When the account will be erased; nil if it is already erased.
        public var dueAt: UnixTime?

        enum CodingKeys: Int, CodingKey { case askedAt = 0, dueAt }

        public init(askedAt: UnixTime? = nil, dueAt: UnixTime? = nil) { (self.askedAt, self.dueAt) = (askedAt, dueAt) }
    }
}

/// Erases an account if it has no sign-in method after its last session has ended: no name, no password, no identity
/// provider. A missing account counts as erased.
public struct EraseUnreachableAccount: RequestFromAuthSession, RequestByAccount, IdempotentRequest {
    public static let serviceCode = ServiceCode(.identity, 60)

    public struct Reply: Codable, Sendable {
        /// Whether the account is gone; false if it still has a sign-in method.
        public var isErased: Bool

        enum CodingKeys: Int, CodingKey { case isErased = 0 }

        public init(isErased: Bool) { self.isErased = isErased }
    }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}
