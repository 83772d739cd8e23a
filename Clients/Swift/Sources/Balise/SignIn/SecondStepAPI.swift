public import BaliseAPI

extension BaliseClient {
    /// The second step of the signed-in user's sign-ins.
    public var secondStep: SecondStepAPI { SecondStepAPI(caller: caller) }
}

/// Adds and removes the second step of sign-ins: codes of an authenticator app (TOTP, RFC 6238).
/// `SessionsAPI.takeSecondStep` uses it. Every call may throw any `BaliseError`.
public struct SecondStepAPI: Sendable {
    let caller: APICaller

    /// Whether the account has a second step.
    public func state() async throws(BaliseError) -> SecondStepState {
        try await caller.call(AppCalls.getSecondStep).data
    }

    /// Creates the secret for an authenticator app, not active before `confirm(_:)`. Fails with `signInTooOld` unless
    /// the user signed in within five minutes, with `conflict` if the account has a second step already.
    public func begin() async throws(BaliseError) -> SecondStepEnrolment {
        try await caller.call(AppCalls.beginTOTP).data
    }

    /// Activates the second step. A wrong code fails with `codeMismatch`.
    /// - Returns: The recovery codes. The server shows them only now: ask the user to store them.
    public func confirm(_ code: SecretText) async throws(BaliseError) -> [SecretText] {
        try await caller.call(AppCalls.confirmTOTP, body: ConfirmSecondStepRequest(code: code)).data.recoveryCodes
    }

    /// Creates new recovery codes and invalidates the old ones.
    /// - Parameter proof: Proof that the user asks for this.
    public func renewRecoveryCodes(proof: IdentityProof) async throws(BaliseError) -> [SecretText] {
        try await caller.call(AppCalls.renewRecoveryCodes, body: proof).data.recoveryCodes
    }

    /// Removes the second step and its recovery codes.
    /// - Parameter proof: Proof that the user asks for this.
    public func remove(proof: IdentityProof) async throws(BaliseError) {
        let _: DoneResponse = try await caller.call(AppCalls.removeTOTP, body: proof)
    }
}
