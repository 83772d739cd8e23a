public import BaliseAPI

extension AccountsAPI {
    /// Sends a code to the account's address. The user enters it to prove that the address is theirs.
    ///
    /// Fails with `conflict` when the account has no address, and with `rateLimited` after too many codes.
    @discardableResult
    public func requestEmailVerification() async throws(BaliseError) -> SentEmailCode {
        try await caller.call(AppCalls.requestEmailVerification).data
    }

    /// Confirms the address with the code that was sent. A wrong code fails with `codeMismatch`, an expired one with
    /// `codeExpired`.
    ///
    /// - Returns: The profile after the change.
    @discardableResult
    public func confirmEmail(code: SecretText) async throws(BaliseError) -> BaliseUser {
        try await caller.call(AppCalls.confirmEmail, body: ConfirmEmailRequest(code: code)).data.user
    }

    /// Sends a code to the address that the account is to have. Nothing changes before `confirmEmailChange(code:)`.
    ///
    /// The call does not reveal whether another account has the address: its owner then gets a message instead of the
    /// code.
    ///
    /// - Parameters:
    ///   - email: The new address.
    ///   - proof: Proof that the user asks for this, as in `erase(proof:)`.
    @discardableResult
    public func changeEmail(to email: String, proof: ErasureProof) async throws(BaliseError) -> SentEmailCode {
        let shown = proof.request
        let body = ChangeEmailRequest(
            email: email, password: shown.password, emailCode: shown.emailCode, identityToken: shown.identityToken,
            nonce: shown.nonce, passkey: shown.passkey)
        return try await caller.call(AppCalls.requestEmailChange, body: body).data
    }

    /// Confirms the new address with the code that was sent to it. The old address gets a message about the change.
    ///
    /// - Returns: The profile after the change.
    @discardableResult
    public func confirmEmailChange(code: SecretText) async throws(BaliseError) -> BaliseUser {
        try await caller.call(AppCalls.confirmEmailChange, body: ConfirmEmailRequest(code: code)).data.user
    }

    /// Sends a code to the account's confirmed address. It is valid for five minutes as `ErasureProof.emailCode`.
    ///
    /// Fails with `conflict` when the address is not confirmed.
    @discardableResult
    public func requestProofCode() async throws(BaliseError) -> SentEmailCode {
        try await caller.call(AppCalls.requestProofCode).data
    }
}
