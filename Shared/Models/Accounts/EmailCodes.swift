/// Sends a code to the account's current or new address, and replaces an earlier code for the same purpose. The answer
/// does not reveal who has an address: if another account has it, its user gets a warning. Errors: `invalidRequest` for
/// an invalid address or a refused domain; `conflict` if the account has no address, or needs a confirmed address for a
/// proof; `rateLimited` for a code too soon or too many codes in an hour; `accountGone`. For a change also the errors
/// of the proof in `person`: `wrongCredentials`, `codeMismatch`, `codeExpired`, `overloaded`; `signInTooOld` without a
/// proof if the account has a way to sign in.
public struct RequestEmailCode: ServiceRequest, ProvenAct {
    public typealias Reply = SentEmailCode
    public static let serviceCode = ServiceCode(.identity, 61)
    public static let senders: Set<ServiceName> = [.edge, .authSession]
    public static let provenCode = ServiceCode(.authSession, 154)
    public static let takesAnonymous = true

    public enum Purpose: String, Codable, Sendable, CaseIterable {
        case verification
        case change
        /// The code proves the user's identity for actions that a session alone does not allow.
        case proof
    }

    public var account: AccountID
    public var purpose: Purpose
    public var address: Personal<String>?
    /// The user who asks for a change; nil if the account has no way to sign in but the calling session.
    public var person: ProvenPerson?

    enum CodingKeys: Int, CodingKey { case account = 0, purpose, address, person }

    public init(account: AccountID, purpose: Purpose, address: Personal<String>? = nil, person: ProvenPerson? = nil) {
        (self.account, self.purpose, self.address, self.person) = (account, purpose, address, person)
    }
}

/// Confirms the account's address, or sets the new address and informs the old one. The first proof of an address
/// removes all other sign-in methods but the password, and ends all sessions except the calling session
/// (`AccountChange.keptSession`). Errors: `codeMismatch`; `codeExpired` if no code is valid; `rateLimited` after too
/// many tries; `duplicate` if another account now has the address; `invalidToken` for an ended session; `accountGone`.
public struct ConfirmEmail: RequestFromEdge, RequestByAccount {
    public typealias Reply = AccountProfile
    public static let serviceCode = ServiceCode(.identity, 63)
    public var ends: EndedCredentials { .ofAccounts() }

    public var account: AccountID
    /// `verification` or `change`. A code for `proof` is sent with the call that needs the proof, not here.
    public var purpose: RequestEmailCode.Purpose
    /// The code from the mail: eight digits.
    public var emailCode: SecretText
    public var signedInAt: UnixTime?
    /// The calling session, which continues. An edge of an older version sends nil; then all sessions end.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, purpose, emailCode, signedInAt, session }

    public init(
        account: AccountID, purpose: RequestEmailCode.Purpose, emailCode: SecretText, signedInAt: UnixTime? = nil,
        session: SessionID? = nil
    ) {
        (self.account, self.purpose, self.emailCode) = (account, purpose, emailCode)
        (self.signedInAt, self.session) = (signedInAt, session)
    }
}

/// Sends a code if an account has confirmed the address. If none has, and above the limit of codes, the answer is the
/// same after the same work. A later code replaces an earlier code. Errors: `invalidRequest` for an invalid address.
public struct RequestEmailSignIn: RequestFromEdge {
    public static let serviceCode = ServiceCode(.identity, 62)
    public var routingKey: RoutingKey? { RoutingKey(name: email) }

    public var email: Personal<String>

    enum CodingKeys: Int, CodingKey { case email = 0 }

    public init(email: Personal<String>) { self.email = email }
}

/// Finds the account for an e-mail code, and records the sign-in. If the account has a second step, the code is used up
/// as the first step, and nothing is recorded (`VerifiedAccount.firstStep`). Errors: `invalidRequest` for a malformed
/// code or address; `codeMismatch` for every other failure (the log names it), after the same work; `erasurePending`
/// for the right code if an erasure is planned and not cancelled.
public struct VerifyEmailCode: RequestFromAuthSession {
    public typealias Reply = VerifiedAccount
    public static let serviceCode = ServiceCode(.identity, 64)
    public var routingKey: RoutingKey? { RoutingKey(name: email) }

    public var email: Personal<String>
    /// The code from the mail: eight digits.
    public var emailCode: SecretText
    public var cancelsErasure: Bool?
    public var takesSecondStep: Bool?

    enum CodingKeys: Int, CodingKey { case email = 0, emailCode, cancelsErasure, takesSecondStep }

    public init(
        email: Personal<String>, emailCode: SecretText, cancelsErasure: Bool? = nil, takesSecondStep: Bool? = nil
    ) {
        (self.email, self.emailCode) = (email, emailCode)
        (self.cancelsErasure, self.takesSecondStep) = (cancelsErasure, takesSecondStep)
    }
}
