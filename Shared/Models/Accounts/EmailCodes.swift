/// Sends a code to the account's e-mail address, or to its new one. A later code for the same purpose replaces an earlier one.
///
/// The answer does not reveal who has an address. If another account has it, the answer is the same, and its user gets a
/// warning instead of a code.
///
/// Errors: `invalidRequest` for an invalid e-mail address, `conflict` for an account without an address, or for a proof with an
/// unconfirmed one; `rateLimited` for a code too soon after another or too many in an hour; `accountGone`. For a change also
/// `wrongCredentials`, `codeMismatch`, `codeExpired` and `overloaded` for the proof in `person`, and `signInTooOld` without a
/// proof if the account has a way to sign in.
public struct RequestEmailCode: ServiceRequest, ProvenAct {
    public typealias Reply = SentEmailCode
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

/// Confirms the account's address, or sets the address that the code was sent to and informs the old one. The first
/// proof of an address removes all other sign-in methods but the password, and ends all sessions except the calling one
/// (`AccountChange.keptSession`).
///
/// Errors: `codeMismatch` for a wrong code, `codeExpired` if none is valid, `rateLimited` after too many wrong ones (a
/// new code is needed), `duplicate` if another account got the address in the meantime, `invalidToken` for an ended
/// session, `accountGone`.
public struct ConfirmEmail: RequestFromEdge {
    public typealias Reply = AccountProfile
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 63)
    public var routingKey: RoutingKey? { RoutingKey(account) }
    public var ends: EndedCredentials { .ofAccounts() }

    public var account: AccountID
    /// `verification` or `change`; a `proof` is sent with the call that it is for.
    public var purpose: RequestEmailCode.Purpose
    /// Eight digits.
    public var emailCode: SecretText
    /// When the session's user was recognised: earlier sessions may have ended.
    public var signedInAt: UnixTime?
    /// The calling session; nil from versions that did not send it: all sessions end then.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, purpose, emailCode, signedInAt, session }

    public init(
        account: AccountID, purpose: RequestEmailCode.Purpose, emailCode: SecretText, signedInAt: UnixTime? = nil,
        session: SessionID? = nil
    ) {
        self.account = account
        self.purpose = purpose
        self.emailCode = emailCode
        self.signedInAt = signedInAt
        self.session = session
    }
}

/// Sends a code to an address if an account has confirmed it. The answer is the same otherwise, after the same work,
/// and also when the address has reached its limit of codes. A later code replaces an earlier one.
///
/// Errors: `invalidRequest` for an invalid e-mail address.
public struct RequestEmailSignIn: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 62)
    public var routingKey: RoutingKey? { RoutingKey(name: email) }

    public var email: Personal<String>

    enum CodingKeys: Int, CodingKey { case email = 0 }

    public init(email: Personal<String>) { self.email = email }
}

/// Finds the account for an e-mail code and records the sign-in. If the account has a second step, the code is the
/// first one and is used up, and nothing is recorded (`VerifiedAccount.firstStep`).
///
/// Errors: `invalidRequest` for a malformed code or address; `codeMismatch` for every other failure (the log names it),
/// including an unknown address, after the same work; `erasurePending` for the right code if an erasure is planned and
/// not cancelled.
public struct VerifyEmailCode: ServiceRequest {
    public typealias Reply = VerifiedAccount
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 64)
    /// Only auth-session handles codes, because it creates the session.
    public static let senders: Set<ServiceName> = [.authSession]
    public var routingKey: RoutingKey? { RoutingKey(name: email) }

    public var email: Personal<String>
    /// Eight digits.
    public var emailCode: SecretText
    /// Whether to cancel a planned erasure; nil for no.
    public var cancelsErasure: Bool?
    /// As in `VerifyPassword`.
    public var takesSecondStep: Bool?

    enum CodingKeys: Int, CodingKey { case email = 0, emailCode, cancelsErasure, takesSecondStep }

    public init(
        email: Personal<String>, emailCode: SecretText, cancelsErasure: Bool? = nil, takesSecondStep: Bool? = nil
    ) {
        self.email = email
        self.emailCode = emailCode
        self.cancelsErasure = cancelsErasure
        self.takesSecondStep = takesSecondStep
    }
}
