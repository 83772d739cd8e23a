public import BaliseAPI

extension AccountsAPI {
    /// Sends a code to the account's address. The user enters it to prove that the address is theirs. Fails with
    /// `conflict` when the account has no address, and with `rateLimited` after too many codes.
    @discardableResult
    public func requestEmailVerification() async throws(BaliseError) -> SentEmailCode {
        try await caller.call(AppCalls.requestEmailVerification).data
    }

    /// Confirms the address. A wrong code fails with `codeMismatch`, an expired one with `codeExpired`.
    @discardableResult
    public func confirmEmail(code: SecretText) async throws(BaliseError) -> BaliseUser {
        try await caller.call(AppCalls.confirmEmail, body: ConfirmEmailRequest(code: code)).data.user
    }

    /// Sends a code to the new address; nothing changes before `confirmEmailChange(code:)`. Proofs are as in
    /// `erase(proof:)`. If another account has the address, its owner gets a message instead, so the call reveals
    /// nothing.
    @discardableResult
    public func changeEmail(to email: String, proof: IdentityProof) async throws(BaliseError) -> SentEmailCode {
        try await caller.call(
            AppCalls.requestEmailChange, body: ChangeEmailRequest(email: email, proof: proof)
        ).data
    }

    /// Confirms the new address with the code that was sent to it. The old address gets a message about the change.
    @discardableResult
    public func confirmEmailChange(code: SecretText) async throws(BaliseError) -> BaliseUser {
        try await caller.call(AppCalls.confirmEmailChange, body: ConfirmEmailRequest(code: code)).data.user
    }

    /// Sends a code to the account's confirmed address, valid for five minutes as `IdentityProof.emailCode`. Without one
    /// it fails with `conflict`.
    @discardableResult
    public func requestProofCode() async throws(BaliseError) -> SentEmailCode {
        try await caller.call(AppCalls.requestProofCode).data
    }
}
