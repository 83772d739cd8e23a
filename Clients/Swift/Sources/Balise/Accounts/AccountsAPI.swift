public import BaliseAPI
public import Foundation

extension BaliseClient {
    /// Calls about the account of the signed-in user, and about forgotten passwords.
    public var accounts: AccountsAPI { AccountsAPI(caller: caller, tokenStore: tokenStore) }
}

/// Reads and changes the account of the signed-in user. Every call may throw any `BaliseError`.
public struct AccountsAPI: Sendable {
    let caller: APICaller
    let tokenStore: SessionTokenStore

    // MARK: Profile

    /// Returns the user's profile.
    public func profile() async throws(BaliseError) -> BaliseUser {
        try await caller.call(AppCalls.getProfileInEnvelope).data.user
    }

    /// Changes the profile. Members that are nil stay as they are. A new sign-in name needs `currentPassword`: a wrong
    /// one fails with `wrongCredentials`, a taken name with `duplicate`.
    @discardableResult
    public func update(_ change: UpdateProfileRequest) async throws(BaliseError) -> BaliseUser {
        try await caller.call(AppCalls.updateProfileInEnvelope, body: change).data.user
    }

    /// Returns the part of the profile that an app shows on its first page, with the user's notification preferences.
    public func summary() async throws(BaliseError) -> ShortProfile { try await caller.call(AppCalls.getShortProfile) }

    // MARK: Password

    /// Changes the password. A wrong current password fails with `wrongCredentials`.
    /// - Parameter endingOtherSessions: Whether to end the user's other sessions. If that fails, the password is
    ///   changed all the same, and the answer has no `endedSessions`.
    @discardableResult
    public func changePassword(
        from current: SecretText, to new: SecretText, endingOtherSessions: Bool = false
    ) async throws(BaliseError) -> ChangePasswordResponse {
        let body = ChangePasswordRequest(
            currentPassword: current, newPassword: new, endOtherSessions: endingOtherSessions)
        return try await caller.call(AppCalls.changePassword, body: body)
    }

    /// Sends a link for a new password by e-mail. The answer does not reveal whether an account has the address.
    public func requestPasswordReset(email: String) async throws(BaliseError) {
        try await caller.send(AppCalls.requestPasswordReset, body: PasswordResetLinkRequest(email: email))
    }

    /// Sets a password with the token of a reset link, and ends every session. A bad token fails with `invalidToken`.
    public func resetPassword(token: SecretText, to new: SecretText) async throws(BaliseError) {
        try await caller.send(AppCalls.resetPassword, body: ResetPasswordRequest(token: token, newPassword: new))
    }

    // MARK: E-mail address

    /// Sends a code to the account's address. The user enters it to prove that the address is theirs. Fails with
    /// `conflict` when the account has no address, and with `rateLimited` after too many codes.
    @discardableResult
    public func requestEmailVerification() async throws(BaliseError) -> SentEmailCode {
        try await caller.call(AppCalls.requestEmailVerification).data
    }

    /// Confirms the address with the code. A wrong code fails with `codeMismatch`, an expired code with `codeExpired`.
    @discardableResult
    public func confirmEmail(code: SecretText) async throws(BaliseError) -> BaliseUser {
        try await caller.call(AppCalls.confirmEmail, body: ConfirmEmailRequest(code: code)).data.user
    }

    /// Sends a code to the new address; nothing changes before `confirmEmailChange(code:)`. Proofs are as in
    /// `erase(proof:)`. If another account has the address, its owner gets a message instead.
    @discardableResult
    public func changeEmail(to email: String, proof: IdentityProof) async throws(BaliseError) -> SentEmailCode {
        let body = ChangeEmailRequest(email: email, proof: proof)
        return try await caller.call(AppCalls.requestEmailChange, body: body).data
    }

    /// Confirms the new address with the code that was sent to it. The old address gets a message about the change.
    @discardableResult
    public func confirmEmailChange(code: SecretText) async throws(BaliseError) -> BaliseUser {
        try await caller.call(AppCalls.confirmEmailChange, body: ConfirmEmailRequest(code: code)).data.user
    }

    /// Sends an `IdentityProof.emailCode`, valid for five minutes, to the confirmed address. Fails with `conflict` if
    /// the account has no confirmed address.
    @discardableResult
    public func requestProofCode() async throws(BaliseError) -> SentEmailCode {
        try await caller.call(AppCalls.requestProofCode).data
    }

    // MARK: Phone number

    /// Sends a code to a phone number (`+33612345678`), to prove that the number is the user's. A call that fails with
    /// `phoneNotVerified` needs this proof. Fails with the title `invalid_phone_number` for a bad number, and with
    /// `rateLimited` after too many codes.
    @discardableResult
    public func requestPhoneCode(_ number: String) async throws(BaliseError) -> SendPhoneCodeResponse {
        try await caller.call(EcoveloCalls.requestPhoneCode, body: SendPhoneCodeRequest(phoneNumber: number))
    }

    /// Confirms the number with the code. A wrong code fails with `codeMismatch`, an expired code with `codeExpired`.
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

    /// How long the server may take for an export, in seconds.
    private static let exportTimeout: TimeInterval = 600

    /// Writes everything that Balise stores about the user to a ZIP archive: a JSON file for each subject, JSON
    /// Schemas, and a page for people. The user gets an e-mail. Proofs are as in `erase(proof:)`.
    /// - Parameter file: Appears when it is complete. If the file already exists, the call fails and sends nothing.
    ///   Keep it where no other user or app can read it.
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

    /// Erases the account and all its data in every service for good, and signs the user out. With a grace period, the
    /// account is only closed until `erasesAt`, and a sign-in with `cancelsErasure` restores it.
    ///
    /// Keep the result until you have the receipt: `erasure(_:)` needs it, since the erased account can no longer ask.
    /// - Parameter proof: A wrong password fails with `wrongCredentials`, a sign-in or token older than five minutes
    ///   with `signInTooOld`.
    public func erase(proof: IdentityProof) async throws(BaliseError) -> RequestedErasure {
        let signIn = await tokenStore.generation
        let requested = try await caller.call(AppCalls.requestErasure, body: proof).data
        try await tokenStore.end(.signedOut, of: signIn)
        return requested
    }

    /// Returns the progress of an erasure: the services that have confirmed it, and the receipt once all services have.
    /// An unknown erasure, or one completed more than 90 days ago, fails with `notFound`.
    public func erasure(_ requested: RequestedErasure) async throws(BaliseError) -> ErasureStatus {
        var request = APIRequest(AppCalls.getErasure, [try pathSegment(requested.id)])
        request.headers["X-Erasure-Secret"] = requested.secret.value
        let answer: ResponseEnvelope<ErasureStatus> = try await caller.send(request, as: .anybody).body()
        return answer.data
    }

    /// Erases the account like `erase(proof:)`, without a receipt. Fails with `signInTooOld` 5 min after the sign-in.
    public func erase() async throws(BaliseError) {
        let signIn = await tokenStore.generation
        try await caller.send(EcoveloCalls.eraseOwnAccount)
        try await tokenStore.end(.signedOut, of: signIn)
    }
}
