// A person who is signed in has a code sent to an e-mail address.

/// Sends a code to the account's e-mail address, or to the one that is to take its place. A later code of a purpose
/// replaces an earlier one.
///
/// Nobody learns by it whose an address is: for one that belongs to another account the answer is the same, and its
/// person is told in place of a code that somebody wanted it.
///
/// Errors: `invalidRequest` for what is no e-mail address, `conflict` for an account without an address, or for a proof
/// by an address that is not confirmed; `rateLimited` for a code too soon after another or too many in an hour;
/// `accountGone`. For a change also `wrongCredentials`, `codeMismatch`, `codeExpired` and `overloaded` by what `person`
/// shows, and `signInTooOld` when nobody shows anything for an account that can be signed in to.
public struct RequestEmailCode: ServiceRequest {
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 61)
    public static let senders: Set<ServiceName> = [.edge, .authSession]
    public var routingKey: RoutingKey? { RoutingKey(account) }

    /// What a code is for. One for something else does not count.
    public enum Purpose: String, Codable, Sendable, CaseIterable {
        /// To show that the account's address is its person's.
        case verification
        /// To give the account another address.
        case change
        /// To show once more who asks, for what a session alone is not enough.
        case proof
    }

    /// When the code is over, and when another may be asked for.
    public struct Reply: Codable, Hashable, Sendable {
        public var expiresAt: UnixTime
        public var nextAt: UnixTime

        enum CodingKeys: Int, CodingKey { case expiresAt = 0, nextAt }

        public init(expiresAt: UnixTime, nextAt: UnixTime) {
            self.expiresAt = expiresAt
            self.nextAt = nextAt
        }
    }

    public var account: AccountID
    public var purpose: Purpose
    /// The address that is to take the place of the account's; nil but for a change.
    public var address: Personal<String>?
    /// The person who asks for a change; nil where the account can be signed in to by nothing but the session that asks.
    public var person: EraseAccount.Person?

    enum CodingKeys: Int, CodingKey { case account = 0, purpose, address, person }

    public init(
        account: AccountID, purpose: Purpose, address: Personal<String>? = nil, person: EraseAccount.Person? = nil
    ) {
        self.account = account
        self.purpose = purpose
        self.address = address
        self.person = person
    }
}
