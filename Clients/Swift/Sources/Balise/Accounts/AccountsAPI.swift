public import BaliseAPI
public import Foundation

extension BaliseClient {
    /// The signed-in user's account, and forgotten passwords.
    public var accounts: AccountsAPI { AccountsAPI(caller: caller, tokenStore: tokenStore) }
}

/// Reads and changes the account of the signed-in user. Every call may throw any `BaliseError`.
public struct AccountsAPI: Sendable {
    let caller: APICaller
    let tokenStore: SessionTokenStore

    // MARK: Profile

    /// The user's profile.
    public func profile() async throws(BaliseError) -> BaliseUser {
        let answer: ResponseEnvelope<CurrentUserResponse> = try await caller.call(AppCalls.getProfileInEnvelope)
        return answer.data.user
    }

    /// Changes the profile. Members that are nil stay as they are. A new sign-in name needs `currentPassword`: a wrong
    /// one fails with `wrongCredentials`, a taken name with `duplicate`.
    @discardableResult
    public func update(_ change: UpdateProfileRequest) async throws(BaliseError) -> BaliseUser {
        let answer: ResponseEnvelope<CurrentUserResponse> = try await caller.call(
            AppCalls.updateProfileInEnvelope, body: change)
        return answer.data.user
    }

    /// The part of the profile that an app shows on its first page, with the user's notification preferences.
    public func summary() async throws(BaliseError) -> ShortProfile {
        try await caller.call(AppCalls.getShortProfile)
    }

    // MARK: Password

    /// Changes the password. A wrong current one fails with `wrongCredentials`.
    /// - Parameter endingOtherSessions: Whether the user is signed out everywhere else. If that fails, the password is
    ///   changed all the same, and the answer has no `endedSessions`.
    @discardableResult
    public func changePassword(
        from current: SecretText, to new: SecretText, endingOtherSessions: Bool = false
    ) async throws(BaliseError) -> ChangePasswordResponse {
        let body = ChangePasswordRequest(
            currentPassword: current, newPassword: new, endOtherSessions: endingOtherSessions)
        return try await caller.call(AppCalls.changePassword, body: body)
    }

    /// Sends a link for a new password to an e-mail address. The answer is the same whether or not an account has it.
    public func requestPasswordReset(email: String) async throws(BaliseError) {
        try await caller.send(AppCalls.requestPasswordReset, body: PasswordResetLinkRequest(email: email))
    }

    /// Sets a password with such a link's token and ends every session. A bad token fails with `invalidToken`.
    public func resetPassword(token: SecretText, to new: SecretText) async throws(BaliseError) {
        try await caller.send(AppCalls.resetPassword, body: ResetPasswordRequest(token: token, newPassword: new))
    }

    // MARK: Phone number

    /// Sends a code to a phone number (`+33612345678`), to prove that it is the user's, as after `phoneNotVerified`.
    /// Fails with the title `invalid_phone_number`, and with `rateLimited` after too many codes.
    @discardableResult
    public func requestPhoneCode(_ number: String) async throws(BaliseError) -> SendPhoneCodeResponse {
        try await caller.call(EcoveloCalls.requestPhoneCode, body: SendPhoneCodeRequest(phoneNumber: number))
    }

    /// Confirms the number. A wrong code fails with `codeMismatch`, an expired one with `codeExpired`.
    @discardableResult
    public func confirmPhone(code: SecretText) async throws(BaliseError) -> EcoveloCyclist {
        try await caller.call(EcoveloCalls.confirmPhone, body: ConfirmPhoneRequest(code: code))
    }

    /// Removes the phone number from the account.
    @discardableResult
    public func removePhone() async throws(BaliseError) -> EcoveloCyclist {
        try await caller.call(EcoveloCalls.removePhone)
    }

    // MARK: Data export

    /// In seconds.
    private static let exportTimeout: TimeInterval = 600

    /// Writes everything that Balise stores about the user to a ZIP archive: a JSON file for each subject, JSON
    /// Schemas, and a page for people. The user gets an e-mail. More than a few an hour fail with `rateLimited`. Proofs
    /// are as in `erase(proof:)`.
    /// - Parameter file: Appears when complete; if it exists, nothing is sent. Keep it where no other user or app can
    ///   read it.
    public func export(to file: URL, proof: IdentityProof) async throws(BaliseError) {
        guard !FileManager.default.fileExists(atPath: file.path) else {
            throw .invalid("there is a file at \(file.path)")
        }
        var request = APIRequest(AppCalls.exportAccount, body: .json(proof))
        request.headers["Accept"] = "application/zip, application/json"
        request.timeout = Self.exportTimeout
        request.file = file
        _ = try await caller.send(request, as: .session)
    }

    // MARK: Erasure

    /// Erases the account and all its data in every service, for good, and signs out. With a grace period, the account
    /// is only closed until `erasesAt`, and a sign-in with `cancelsErasure` restores it.
    ///
    /// Keep the result until you have the receipt: `erasure(_:)` needs it, because no account is left to ask with.
    /// - Parameter proof: A wrong password fails with `wrongCredentials`, a sign-in or token older than five minutes
    ///   with `signInTooOld`.
    public func erase(proof: IdentityProof) async throws(BaliseError) -> RequestedErasure {
        let signIn = await tokenStore.generation
        let answer: ResponseEnvelope<RequestedErasure> = try await caller.call(AppCalls.requestErasure, body: proof)
        try await tokenStore.end(.signedOut, of: signIn)
        return answer.data
    }

    /// The progress of an erasure: the services that have confirmed it, and the receipt once all have. An unknown
    /// erasure, or one completed more than 90 days ago, fails with `notFound`.
    public func erasure(_ requested: RequestedErasure) async throws(BaliseError) -> ErasureStatus {
        var request = APIRequest(AppCalls.getErasure, [try pathSegment(requested.id)])
        request.headers["X-Erasure-Secret"] = requested.secret.value
        let answer: ResponseEnvelope<ErasureStatus> = try await caller.send(request, as: .none).body()
        return answer.data
    }

    /// `erase(proof:)` without a receipt. Fails with `signInTooOld` unless the user signed in within five minutes.
    public func erase() async throws(BaliseError) {
        let signIn = await tokenStore.generation
        try await caller.send(EcoveloCalls.eraseOwnAccount)
        try await tokenStore.end(.signedOut, of: signIn)
    }
}
