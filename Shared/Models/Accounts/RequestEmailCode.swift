/// Sends a code to the account's e-mail address, or to its new one. A later code for the same purpose replaces an
/// earlier one.
///
/// The answer does not reveal who has an address. If another account has it, the answer is the same, and its user gets
/// a warning instead of a code.
///
/// Errors: `invalidRequest` for an invalid e-mail address, `conflict` for an account without an address, or for a proof
/// with an unconfirmed one; `rateLimited` for a code too soon after another or too many in an hour; `accountGone`. For
/// a change also `wrongCredentials`, `codeMismatch`, `codeExpired` and `overloaded` for the proof in `person`, and
/// `signInTooOld` without a proof if the account has a way to sign in.
public struct RequestEmailCode: ServiceRequest, ProvenAct {
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 61)
    public static let senders: Set<ServiceName> = [.edge, .authSession]
    public static let provenCode = MessageCode(.authSession, 154)
    public static let takesAnonymous = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    /// A code is valid only for its purpose.
    public enum Purpose: String, Codable, Sendable, CaseIterable {
        /// Confirms the account's address.
        case verification
        /// Sets a new address.
        case change
        /// Proves the user's identity for actions that a session alone does not allow.
        case proof
    }

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
    /// The new address; nil unless it is a change.
    public var address: Personal<String>?
    /// The user who asks for a change; nil if the account has no way to sign in but the calling session.
    public var person: ProvenPerson?

    enum CodingKeys: Int, CodingKey { case account = 0, purpose, address, person }

    public init(
        account: AccountID, purpose: Purpose, address: Personal<String>? = nil, person: ProvenPerson? = nil
    ) {
        self.account = account
        self.purpose = purpose
        self.address = address
        self.person = person
    }
}
