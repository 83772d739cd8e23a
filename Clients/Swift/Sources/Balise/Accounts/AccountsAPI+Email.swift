// The e-mail address of the person who is signed in: confirmed, changed, and a code sent there as a proof.

public import BaliseAPI

extension AccountsAPI {
    /// Has a code sent to the account's address, by which the person shows that it is theirs.
    ///
    /// An account without one is the refusal `conflict`, too many codes are `rateLimited`.
    @discardableResult
    public func requestEmailVerification() async throws(BaliseError) -> SentEmailCode {
        try await caller.call(AppCalls.requestEmailVerification).data
    }

    /// Shows the code that was sent: another one is the refusal `codeMismatch`, one that counts no more `codeExpired`.
    ///
    /// - Returns: What the account says now.
    @discardableResult
    public func confirmEmail(code: SecretString) async throws(BaliseError) -> BaliseUser {
        try await caller.call(AppCalls.confirmEmail, body: ConfirmEmailRequest(code: code)).data.user
    }

    /// Has a code sent to the address that the account is to have. Nothing changes before `confirmEmailChange(code:)`.
    ///
    /// Whether the address belongs to another account is not told: its person gets a message that says so, in place of the
    /// code.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - proof: By what the person shows that it is they who ask, as in `erase(proof:)`.
    @discardableResult
    public func changeEmail(to email: String, proof: ErasureProof) async throws(BaliseError) -> SentEmailCode {
        let shown = proof.request
        let body = ChangeEmailRequest(
            email: email, password: shown.password, emailCode: shown.emailCode, identityToken: shown.identityToken,
            nonce: shown.nonce, passkey: shown.passkey)
        return try await caller.call(AppCalls.requestEmailChange, body: body).data
    }

    /// Shows the code that was sent to the new address, which is the account's from then on. The address from before is told.
    ///
    /// - Returns: What the account says now.
    @discardableResult
    public func confirmEmailChange(code: SecretString) async throws(BaliseError) -> BaliseUser {
        try await caller.call(AppCalls.confirmEmailChange, body: ConfirmEmailRequest(code: code)).data.user
    }

    /// Has a code sent to the account's confirmed address, which counts for five minutes as `ErasureProof.emailCode`.
    ///
    /// An address that is not confirmed is the refusal `conflict`.
    @discardableResult
    public func requestProofCode() async throws(BaliseError) -> SentEmailCode {
        try await caller.call(AppCalls.requestProofCode).data
    }
}
