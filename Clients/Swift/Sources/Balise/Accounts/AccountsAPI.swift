// The account of the person who is signed in: what it says, its password, its phone number, its end.

public import BaliseAPI
public import Foundation

extension BaliseClient {
    /// The account of the person who is signed in, and forgotten passwords.
    public var accounts: AccountsAPI { AccountsAPI(caller: caller, tokenStore: tokenStore) }
}

/// Reads and changes the account of the person who is signed in. Every call may throw any `BaliseError`.
public struct AccountsAPI: Sendable {
    let caller: APICaller
    let tokenStore: SessionTokenStore

    // MARK: Profile

    /// What the account says about its person.
    public func profile() async throws(BaliseError) -> BaliseUser {
        let answer: ResponseEnvelope<CurrentUserResponse> = try await caller.call(AppCalls.getProfileInEnvelope)
        return answer.data.user
    }

    /// Changes what the account says; what is nil stays.
    ///
    /// A name to sign in with changes only together with `currentPassword`; a wrong one is the refusal
    /// `wrongCredentials`, a name that somebody else has `duplicate`.
    ///
    /// - Returns: What the account says now.
    @discardableResult
    public func update(_ change: UpdateProfileRequest) async throws(BaliseError) -> BaliseUser {
        let answer: ResponseEnvelope<CurrentUserResponse> = try await caller.call(
            AppCalls.updateProfileInEnvelope, body: change)
        return answer.data.user
    }

    /// The few things that an app shows on its first page, with what the person wants to hear of.
    public func summary() async throws(BaliseError) -> ShortProfile {
        try await caller.call(AppCalls.getShortProfile)
    }

    // MARK: Password

    /// Changes the password. A wrong current one is the refusal `wrongCredentials`.
    ///
    /// - Parameter current: The password as it is.
    /// - Parameter new: The password as it shall be.
    /// - Parameter endingOtherSessions: Whether the person is signed out everywhere else. Where that could not be done,
    ///   the password is changed all the same, and the answer has no `endedSessions`.
    @discardableResult
    public func changePassword(
        from current: SecretString, to new: SecretString, endingOtherSessions: Bool = false
    ) async throws(BaliseError) -> ChangePasswordResponse {
        let body = ChangePasswordRequest(
            currentPassword: current, newPassword: new, endOtherSessions: endingOtherSessions)
        return try await caller.call(AppCalls.changePassword, body: body)
    }

    /// Has a link for a new password sent to an e-mail address. The answer is the same whether an account has it or
    /// not.
    public func requestPasswordReset(email: String) async throws(BaliseError) {
        try await caller.send(AppCalls.requestPasswordReset, body: PasswordResetLinkRequest(email: email))
    }

    /// Sets a new password with the token of such a link. It ends every session of the account; one that was used
    /// before, or is over, is the refusal `invalidToken`.
    public func resetPassword(token: SecretString, to new: SecretString) async throws(BaliseError) {
        try await caller.send(AppCalls.resetPassword, body: ResetPasswordRequest(token: token, newPassword: new))
    }

    // MARK: Phone number

    /// Has a code sent to a phone number, by which the person shows that it is theirs.
    ///
    /// This is what to offer at the refusal `phoneNotVerified`. What is no number has the title `invalid_phone_number`,
    /// and too many codes are `rateLimited`.
    ///
    /// - Parameter number: With its country, `+33612345678`.
    @discardableResult
    public func requestPhoneCode(_ number: String) async throws(BaliseError) -> SendPhoneCodeResponse {
        try await caller.call(EcoveloCalls.requestPhoneCode, body: SendPhoneCodeRequest(phoneNumber: number))
    }

    /// Shows the code that was sent: another one is the refusal `codeMismatch`, one whose time is over `codeExpired`.
    @discardableResult
    public func confirmPhone(code: SecretString) async throws(BaliseError) -> EcoveloCyclist {
        try await caller.call(EcoveloCalls.confirmPhone, body: ConfirmPhoneRequest(code: code))
    }

    /// Takes the phone number back.
    @discardableResult
    public func removePhone() async throws(BaliseError) -> EcoveloCyclist {
        try await caller.call(EcoveloCalls.removePhone)
    }

    // MARK: All that is kept

    /// How many seconds an export may take.
    private static let exportTimeout: TimeInterval = 600

    /// Writes all that is kept of the person to a file, as a ZIP archive: a file of JSON for each subject, what is in them as
    /// JSON Schemas, and a page for people. Their e-mail address is told of it.
    ///
    /// The file is there when all of it has come, and not before. Where there is one already, nothing is asked for. More
    /// than a few exports in an hour are the refusal `rateLimited`.
    ///
    /// - Parameters:
    ///   - file: Where the archive is to be. It holds everything at once: keep it where nobody else can read it.
    ///   - proof: By what the person shows that it is they who ask, as in `erase(proof:)`.
    public func export(to file: URL, proof: ErasureProof) async throws(BaliseError) {
        guard !FileManager.default.fileExists(atPath: file.path) else {
            throw .invalid("there is a file at \(file.path)")
        }
        var request = APIRequest(AppCalls.exportAccount, body: .json(proof.request))
        request.headers["Accept"] = "application/zip, application/json"
        request.timeout = Self.exportTimeout
        request.file = file
        _ = try await caller.send(request, as: .session)
    }

    // MARK: The end

    /// Erases the account with everything that is kept of it, in all services and for good, and signs out.
    ///
    /// Where the operator lets people take that back for a time, the account is closed until then: `erasesAt` says when it
    /// is erased, and signing in with `cancelsErasure` takes it back.
    ///
    /// Keep what this gives until there is a receipt: with it `erasure(_:)` tells how far the services have come, and no
    /// account is left by which to ask.
    ///
    /// - Parameter proof: By what the person shows that it is they who ask. A wrong password is the refusal
    ///   `wrongCredentials`; a sign-in, or a token, from longer than five minutes ago is `signInTooOld`.
    public func erase(proof: ErasureProof) async throws(BaliseError) -> RequestedErasure {
        let signIn = await tokenStore.generation
        let answer: ResponseEnvelope<RequestedErasure> = try await caller.call(
            AppCalls.requestErasure, body: proof.request)
        try await tokenStore.end(.signedOut, of: signIn)
        return answer.data
    }

    /// How an erasure stands: which services have confirmed that nothing is left of the account, and the receipt once all
    /// have. What is not known, or was done more than 90 days ago, is the refusal `notFound`.
    public func erasure(_ requested: RequestedErasure) async throws(BaliseError) -> ErasureStatus {
        var request = APIRequest(AppCalls.getErasure, [try pathSegment(requested.id)])
        request.headers["X-Erasure-Secret"] = requested.secret.value
        let answer: ResponseEnvelope<ErasureStatus> = try await caller.send(request, as: .none).body()
        return answer.data
    }

    /// As `erase(proof:)` with a recent sign-in, without a receipt.
    ///
    /// Whoever asks has to have signed in within the last five minutes; otherwise it is the refusal `signInTooOld`.
    public func erase() async throws(BaliseError) {
        let signIn = await tokenStore.generation
        try await caller.send(EcoveloCalls.eraseOwnAccount)
        try await tokenStore.end(.signedOut, of: signIn)
    }
}

/// By what a person shows that it is they who ask for what a session alone is not enough for: the end of their account, all
/// that is kept of it, the end of their second step, or new recovery codes.
public enum ErasureProof: Sendable {
    /// They have signed in within the last five minutes.
    case recentSignIn
    /// The account's password.
    case password(SecretString)
    /// An identity token that Apple has made within the last five minutes, and the text whose SHA-256 the app gave to the
    /// system; nil when it gave none.
    case apple(identityToken: SecretString, nonce: SecretString?)
    /// A passkey of the account, with which an authenticator has answered `PasskeysAPI.beginProof`.
    case passkey(PasskeyProof)
    /// A code that `requestProofCode()` had sent to the account's confirmed address.
    case emailCode(SecretString)
}

extension ErasureProof {
    /// As it stands in the body of a call.
    var request: RequestErasureRequest {
        switch self {
        case .recentSignIn: RequestErasureRequest()
        case .password(let password): RequestErasureRequest(password: password)
        case .apple(let token, let nonce): RequestErasureRequest(identityToken: token, nonce: nonce)
        case .passkey(let passkey): RequestErasureRequest(passkey: passkey)
        case .emailCode(let code): RequestErasureRequest(emailCode: code)
        }
    }
}
