/// Creates the secret for an authenticator app (TOTP, RFC 6238). It is inactive until `ConfirmTOTP`; a new secret
/// replaces it until then.
///
/// Errors: `conflict` if the account has a second step already, `invalidToken` for an ended session, `accountGone`.
public struct BeginTOTP: RequestFromEdge {
    public typealias Reply = SecondStepEnrolment
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 65)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    /// When the session's user was recognised: earlier sessions may have ended.
    public var signedInAt: UnixTime?
    /// The calling session, which may continue where others have ended; nil from versions that did not send it.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, signedInAt, session }

    public init(account: AccountID, signedInAt: UnixTime?, session: SessionID? = nil) {
        self.account = account
        self.signedInAt = signedInAt
        self.session = session
    }
}

/// Activates the second step and creates the recovery codes.
///
/// Errors: `invalidRequest` for a malformed code, which does not count as a try; `codeMismatch` for a wrong code,
/// `codeExpired` if no secret waits for confirmation, `conflict` if the second step is active already, `rateLimited`
/// after too many wrong codes, `invalidToken` for an ended session, `accountGone`.
public struct ConfirmTOTP: RequestFromEdge {
    public typealias Reply = RecoveryCodeList
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 66)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    /// As in `BeginTOTP`.
    public var signedInAt: UnixTime?
    /// Six digits, perhaps with spaces.
    public var shownCode: SecretText
    /// As in `BeginTOTP`.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, signedInAt, shownCode, session }

    public init(account: AccountID, signedInAt: UnixTime?, shownCode: SecretText, session: SessionID? = nil) {
        self.account = account
        self.signedInAt = signedInAt
        self.shownCode = shownCode
        self.session = session
    }
}

/// Errors: `accountGone`.
public struct GetSecondStep: RequestFromEdge {
    public typealias Reply = SecondStepStatus
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 67)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// The second step of an account, without its secret.
public struct SecondStepStatus: Codable, Hashable, Sendable {
    /// Nil if it is inactive.
    public var confirmedAt: UnixTime?
    /// The last use of an app's code; nil for none.
    public var lastUsedAt: UnixTime?
    /// The unused recovery codes.
    public var recoveryCodesLeft: Int

    enum CodingKeys: Int, CodingKey { case confirmedAt = 0, lastUsedAt, recoveryCodesLeft }

    public init(confirmedAt: UnixTime? = nil, lastUsedAt: UnixTime? = nil, recoveryCodesLeft: Int = 0) {
        self.confirmedAt = confirmedAt
        self.lastUsedAt = lastUsedAt
        self.recoveryCodesLeft = recoveryCodesLeft
    }
}

/// Removes the secret and the recovery codes: the first step is then enough. Succeeds also without them.
///
/// Errors: as for `BeginExport`.
public struct RemoveTOTP: ServiceRequest, OperatorAct, ProvenAct {
    public typealias Reply = Done
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 68)
    public static let provenCode = MessageCode(.authSession, 152)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    /// The user who asks; nil for an operator.
    public var person: ProvenPerson?

    enum CodingKeys: Int, CodingKey { case account = 0, person }

    public init(account: AccountID, person: ProvenPerson? = nil) {
        self.account = account
        self.person = person
    }
}

extension RemoveTOTP {
    public var nameInAudit: String { "RemoveSecondStep" }
    public var audited: AuditedSubject { AuditedSubject(account: account) }
}

/// Replaces the recovery codes.
///
/// Errors: as for `BeginExport`; `conflict` without a second step.
public struct RenewRecoveryCodes: ServiceRequest, ProvenAct {
    public typealias Reply = RecoveryCodeList
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 69)
    public static let senders: Set<ServiceName> = [.authSession]
    public static let provenCode = MessageCode(.authSession, 153)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    /// Never nil from auth-session.
    public var person: ProvenPerson?

    enum CodingKeys: Int, CodingKey { case account = 0, person }

    public init(account: AccountID, person: ProvenPerson? = nil) {
        self.account = account
        self.person = person
    }
}

/// Begins the session of a sign-in that was answered with `secondStepNeeded`, with the kind of that sign-in.
///
/// Errors: those of `VerifySecondStep`; `invalidToken` for an expired ticket; `unavailable` if identity is unreachable.
public struct TakeSecondStep: RequestFromEdge {
    public typealias Reply = SignedIn
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 62)

    /// From the answer to the first step.
    public var ticket: SecretText
    /// Six digits of the app; nil with a recovery code.
    public var shownCode: SecretText?
    public var recoveryCode: SecretText?

    enum CodingKeys: Int, CodingKey { case ticket = 0, shownCode, recoveryCode }

    public init(ticket: SecretText, shownCode: SecretText?, recoveryCode: SecretText?) {
        self.ticket = ticket
        self.shownCode = shownCode
        self.recoveryCode = recoveryCode
    }
}

/// Checks the second step of a sign-in, and records the sign-in. A code is valid once. The message contains exactly one
/// of the two codes.
///
/// Errors: `invalidRequest` for a malformed code, which does not count as a try; `codeMismatch` for a wrong code (the
/// log has the reason), `rateLimited` after too many of them, `wrongCredentials` if the first step is no longer valid:
/// the password or the address was changed, the sessions ended, or the account was closed; `erasurePending`.
public struct VerifySecondStep: ServiceRequest {
    public typealias Reply = VerifiedAccount
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 77)
    /// Only auth-session handles codes, because it creates the session.
    public static let senders: Set<ServiceName> = [.authSession]
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    public var signInMethod: SignInMethod
    /// The time of the first step (`VerifiedAccount.verifiedAt`).
    public var recognisedAt: UnixTime
    public var firstStep: FirstStep
    /// Six digits of the app.
    public var shownCode: SecretText?
    public var recoveryCode: SecretText?
    /// Whether to cancel a planned erasure; nil for no.
    public var cancelsErasure: Bool?

    enum CodingKeys: Int, CodingKey {
        case account = 0, signInMethod, recognisedAt, firstStep, shownCode, recoveryCode, cancelsErasure
    }

    public init(
        account: AccountID, signInMethod: SignInMethod, recognisedAt: UnixTime, firstStep: FirstStep,
        shownCode: SecretText?, recoveryCode: SecretText?, cancelsErasure: Bool? = nil
    ) {
        self.account = account
        self.signInMethod = signInMethod
        self.recognisedAt = recognisedAt
        self.firstStep = firstStep
        self.shownCode = shownCode
        self.recoveryCode = recoveryCode
        self.cancelsErasure = cancelsErasure
    }
}

/// The state of the account at the first step.
public struct FirstStep: Codable, Hashable, Sendable {
    /// Changes with each new password, whether or not it was the first step; nil without a password.
    public var passwordGeneration: Int64?
    /// Changes with the account's e-mail address; nil from versions that did not send it.
    public var addressMark: [UInt8]?

    enum CodingKeys: Int, CodingKey { case passwordGeneration = 0, addressMark }

    public init(passwordGeneration: Int64? = nil, addressMark: [UInt8]? = nil) {
        self.passwordGeneration = passwordGeneration
        self.addressMark = addressMark
    }
}
