/// Creates the secret for an authenticator app (TOTP, RFC 6238). Inactive until `ConfirmTOTP`; a new secret replaces it
/// until then. Errors: `conflict` if the account has a second step, `invalidToken` for an ended session, `accountGone`.
public struct BeginTOTP: RequestFromEdge, RequestByAccount {
    public typealias Reply = SecondStepEnrolment
    public static let serviceCode = ServiceCode(.identity, 65)

    public var account: AccountID
    /// When the session's user signed in. If the sessions of earlier sign-ins have ended, the request is refused.
    public var signedInAt: UnixTime?
    /// The calling session. It may be valid after the account's other sessions have ended. An edge of an older version
    /// sends nil.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, signedInAt, session }

    public init(account: AccountID, signedInAt: UnixTime?, session: SessionID? = nil) {
        (self.account, self.signedInAt, self.session) = (account, signedInAt, session)
    }
}

/// Activates the second step and creates the recovery codes. Errors: `invalidRequest` for a malformed code, which does
/// not count as a try; `codeMismatch`; `codeExpired` if no secret waits for confirmation; `conflict` if the second step
/// is active; `rateLimited` after too many wrong codes; `invalidToken` for an ended session; `accountGone`.
public struct ConfirmTOTP: RequestFromEdge, RequestByAccount {
    public typealias Reply = RecoveryCodeList
    public static let serviceCode = ServiceCode(.identity, 66)

    public var account: AccountID
    public var signedInAt: UnixTime?
    /// The code of the authenticator app: six digits, perhaps with spaces.
    public var shownCode: SecretText
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, signedInAt, shownCode, session }

    public init(account: AccountID, signedInAt: UnixTime?, shownCode: SecretText, session: SessionID? = nil) {
        (self.account, self.signedInAt) = (account, signedInAt)
        (self.shownCode, self.session) = (shownCode, session)
    }
}

/// Reads whether an account has a second step. Errors: `accountGone`.
public struct GetSecondStep: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = SecondStepStatus
    public static let serviceCode = ServiceCode(.identity, 67)

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// An account's second step, without its secret.
public struct SecondStepStatus: Codable, Hashable, Sendable {
    /// When the user activated the second step; nil if it is not active.
    public var confirmedAt: UnixTime?
    /// When a code from the app was last used; nil if none was used.
    public var lastUsedAt: UnixTime?
    public var recoveryCodesLeft: Int

    enum CodingKeys: Int, CodingKey { case confirmedAt = 0, lastUsedAt, recoveryCodesLeft }

    public init(confirmedAt: UnixTime? = nil, lastUsedAt: UnixTime? = nil, recoveryCodesLeft: Int = 0) {
        (self.confirmedAt, self.lastUsedAt) = (confirmedAt, lastUsedAt)
        self.recoveryCodesLeft = recoveryCodesLeft
    }
}

/// Removes the secret and the recovery codes, so that the first step is enough. Succeeds even if there is no second
/// step. Errors: as for `BeginExport`.
public struct RemoveTOTP: ServiceRequest, OperatorAct, ProvenAct {
    public static let serviceCode = ServiceCode(.identity, 68)
    public static let provenCode = ServiceCode(.authSession, 152)
    public var nameInAudit: String { "RemoveSecondStep" }

    public var account: AccountID
    /// The checked owner; nil for an operator.
    public var person: ProvenPerson?

    enum CodingKeys: Int, CodingKey { case account = 0, person }

    public init(account: AccountID, person: ProvenPerson? = nil) { (self.account, self.person) = (account, person) }
}

/// Replaces the recovery codes. Errors: as for `BeginExport`; `conflict` if the account has no second step.
public struct RenewRecoveryCodes: RequestFromAuthSession, ProvenAct {
    public typealias Reply = RecoveryCodeList
    public static let serviceCode = ServiceCode(.identity, 69)
    public static let provenCode = ServiceCode(.authSession, 153)

    public var account: AccountID
    public var person: ProvenPerson?

    enum CodingKeys: Int, CodingKey { case account = 0, person }

    public init(account: AccountID, person: ProvenPerson? = nil) { (self.account, self.person) = (account, person) }
}

/// Begins the session after a second step. Its kind is the one that the sign-in asked for. Errors: those of
/// `VerifySecondStep`; `invalidToken` for an expired ticket; `unavailable` if the identity service is unreachable.
public struct TakeSecondStep: RequestFromEdge {
    public typealias Reply = SignedIn
    public static let serviceCode = ServiceCode(.authSession, 62)

    public var ticket: SecretText
    /// The code of the authenticator app: six digits; nil if the user gives a recovery code.
    public var shownCode: SecretText?
    public var recoveryCode: SecretText?

    enum CodingKeys: Int, CodingKey { case ticket = 0, shownCode, recoveryCode }

    public init(ticket: SecretText, shownCode: SecretText?, recoveryCode: SecretText?) {
        (self.ticket, self.shownCode, self.recoveryCode) = (ticket, shownCode, recoveryCode)
    }
}

/// Checks the second step, and records the sign-in. A code is valid once. The message contains either an app's code or
/// a recovery code. Errors: `invalidRequest` for a malformed code, which does not count as a try; `codeMismatch` (the
/// log names the reason); `rateLimited` after too many; `wrongCredentials` if the password or the address was changed,
/// the sessions ended, or the account was closed since the first step; `erasurePending`.
public struct VerifySecondStep: RequestFromAuthSession, RequestByAccount {
    public typealias Reply = VerifiedAccount
    public static let serviceCode = ServiceCode(.identity, 77)

    public var account: AccountID
    public var signInMethod: SignInMethod
    /// The time of the first step (`VerifiedAccount.verifiedAt`).
    public var verifiedAt: UnixTime
    public var firstStep: FirstStep
    public var shownCode: SecretText?
    public var recoveryCode: SecretText?
    public var cancelsErasure: Bool?

    enum CodingKeys: Int, CodingKey {
        case account = 0, signInMethod, verifiedAt, firstStep, shownCode, recoveryCode, cancelsErasure
    }

    public init(
        account: AccountID, signInMethod: SignInMethod, verifiedAt: UnixTime, firstStep: FirstStep,
        shownCode: SecretText?, recoveryCode: SecretText?, cancelsErasure: Bool? = nil
    ) {
        (self.account, self.signInMethod) = (account, signInMethod)
        (self.verifiedAt, self.firstStep, self.shownCode) = (verifiedAt, firstStep, shownCode)
        (self.recoveryCode, self.cancelsErasure) = (recoveryCode, cancelsErasure)
    }
}

/// The account's state at the first step.
public struct FirstStep: Codable, Hashable, Sendable {
    /// A number that changes with each new password, whatever the first step was; nil if the account has no password.
    public var passwordGeneration: Int64?
    /// A value that changes with the account's e-mail address. A service of an older version sends nil.
    public var addressMark: [UInt8]?

    enum CodingKeys: Int, CodingKey { case passwordGeneration = 0, addressMark }

    public init(passwordGeneration: Int64? = nil, addressMark: [UInt8]? = nil) {
        (self.passwordGeneration, self.addressMark) = (passwordGeneration, addressMark)
    }
}
