// An account is erased.

/// Erases what identity holds about an account; the accounts feed tells the others. Its names are free again.
///
/// Erasing an account that is not there is done already. With `erasure`, the erasure is followed to its end in all
/// services, and the same erasure erases once: an account that was made since with the same id stays.
///
/// Where its owner asks and the operator has set a time of grace, the account is closed at once and erased when that time
/// is over; until then its person takes that back by signing in with `cancelsErasure`. An account that nobody could sign
/// in to again is erased at once.
///
/// Errors: `wrongCredentials`, `rateLimited` and `overloaded` by the password, when one is to be judged; `codeMismatch`,
/// `codeExpired` and `rateLimited` by the code; `invalidToken` when the passkey or the session that asks does not count
/// any more.
public struct EraseAccount: ServiceRequest, OperatorAct {
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 9)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    /// The account to erase.
    public var account: AccountID
    /// By which it can be followed; nil when nobody follows it.
    public var erasure: ErasureRequest?
    /// The person who asks; nil when somebody else does.
    public var person: Person?
    /// Whether the account's owner asks, where `person` does not say so; nil for no.
    public var askedByOwner: Bool?

    enum CodingKeys: Int, CodingKey { case account = 0, erasure, person, askedByOwner }

    public init(
        account: AccountID, erasure: ErasureRequest? = nil, person: Person? = nil, askedByOwner: Bool? = nil
    ) {
        self.account = account
        self.erasure = erasure
        self.person = person
        self.askedByOwner = askedByOwner
    }

    /// Whether the time of grace counts, in which the account's owner may take it back.
    public var hasGrace: Bool { person != nil || askedByOwner == true }

    /// The person of an account, who asks for its erasure.
    public struct Person: Codable, Sendable {
        /// Wrong passwords are counted by it.
        public var session: SessionID
        /// When the person was recognised with whom the session began: sessions up to some moment may have ended.
        public var authenticatedAt: UnixTime
        /// The account's password, to be judged; nil when they have shown in another way that they ask now.
        public var password: SecretText?
        /// A passkey of the account, to be judged; nil when they have shown none.
        public var assertion: PasskeyAssertion?
        /// A code that was sent to the account's address as a proof, to be judged and used up; nil when none is shown.
        public var emailCode: SecretText?

        enum CodingKeys: Int, CodingKey { case session = 0, authenticatedAt, password, emailCode, assertion }

        public init(
            session: SessionID, authenticatedAt: UnixTime, password: SecretText?, assertion: PasskeyAssertion? = nil,
            emailCode: SecretText? = nil
        ) {
            self.session = session
            self.authenticatedAt = authenticatedAt
            self.password = password
            self.assertion = assertion
            self.emailCode = emailCode
        }
    }

    /// When it was asked for, and when it happens.
    public struct Reply: Codable, Hashable, Sendable {
        /// When the erasure was asked for that can be followed; nil when nobody follows it, or there was no account.
        public var askedAt: UnixTime?
        /// When the account is erased; nil when it is already.
        public var dueAt: UnixTime?

        enum CodingKeys: Int, CodingKey { case askedAt = 0, dueAt }

        public init(askedAt: UnixTime? = nil, dueAt: UnixTime? = nil) {
            self.askedAt = askedAt
            self.dueAt = dueAt
        }
    }
}

extension EraseAccount {
    public var audited: AuditedSubject { AuditedSubject(account: account) }
}
