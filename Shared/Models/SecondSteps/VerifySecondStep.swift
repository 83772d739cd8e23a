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
