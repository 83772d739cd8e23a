// A person who has shown their password, or a code by mail, shows a code of their app, or a recovery code.

/// Judges the second step of a sign-in, and notes the sign-in on the account. A code counts once. Which of the two codes is
/// shown stands in the message; it has one of them.
///
/// Errors: `invalidRequest` for what cannot be a code, which is no try; `codeMismatch` for a code that does not count (the log
/// says why), `rateLimited` after too many of them,
/// `wrongCredentials` when the first step does not count any more: the password or the address was changed, the sessions
/// ended, or the account was closed; `erasurePending`.
public struct VerifySecondStep: ServiceRequest {
    public typealias Reply = VerifiedAccount
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 77)
    /// Codes are shown to auth-session alone, which makes the session.
    public static let senders: Set<ServiceName> = [.authSession]
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    public var signInMethod: SignInMethod
    /// When the person took the first step (`VerifiedAccount.verifiedAt`).
    public var recognisedAt: UnixTime
    public var firstStep: FirstStep
    /// Six digits of the app.
    public var shownCode: SecretText?
    public var recoveryCode: SecretText?
    /// Whether an erasure that the person asked for is taken back; nil for no.
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

/// What a person has shown, where that is not enough to be signed in.
public struct FirstStep: Codable, Hashable, Sendable {
    /// Tells the account's password from those that it gets later, whether it was shown or not; nil where it has none.
    public var passwordGeneration: Int64?
    /// Tells the account's e-mail address, or that it has none, from others; nil from a version that does not say.
    public var addressMark: [UInt8]?

    enum CodingKeys: Int, CodingKey { case passwordGeneration = 0, addressMark }

    public init(passwordGeneration: Int64? = nil, addressMark: [UInt8]? = nil) {
        self.passwordGeneration = passwordGeneration
        self.addressMark = addressMark
    }
}
