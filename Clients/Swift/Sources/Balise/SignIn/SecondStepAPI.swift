// The second step of sign-ins: codes of an authenticator app, and recovery codes.

public import BaliseAPI

extension BaliseClient {
    /// Whether signing in takes a second step, and which.
    public var secondStep: SecondStepAPI { SecondStepAPI(caller: caller) }
}

/// Adds and removes the second step of the person's sign-ins: codes of an authenticator app (TOTP, RFC 6238).
/// `SessionsAPI.takeSecondStep` takes it. Every call may throw any `BaliseError`.
public struct SecondStepAPI: Sendable {
    let caller: APICaller

    /// How it stands.
    public func state() async throws(BaliseError) -> SecondStepState {
        try await caller.call(AppCalls.getSecondStep).data
    }

    /// Makes the secret for an authenticator app. It counts for nothing until a code of it is confirmed. Whoever asks has to
    /// have signed in within the last five minutes; otherwise it is the refusal `signInTooOld`. An account that has one
    /// already is the refusal `conflict`.
    public func begin() async throws(BaliseError) -> SecondStepEnrolment {
        try await caller.call(AppCalls.beginTOTP).data
    }

    /// Has the second step count from now on. A wrong code is the refusal `codeMismatch`.
    ///
    /// - Returns: The recovery codes, which the server shows this once. Have the person keep them.
    public func confirm(_ code: SecretString) async throws(BaliseError) -> [SecretString] {
        try await caller.call(AppCalls.confirmTOTP, body: ConfirmSecondStepRequest(code: code)).data.recoveryCodes
    }

    /// Makes new recovery codes; those from before count no more.
    ///
    /// - Parameter proof: By what the person shows that it is they who ask.
    public func renewRecoveryCodes(proof: ErasureProof) async throws(BaliseError) -> [SecretString] {
        try await caller.call(AppCalls.renewRecoveryCodes, body: proof.request).data.recoveryCodes
    }

    /// Removes the second step with its recovery codes.
    ///
    /// - Parameter proof: By what the person shows that it is they who ask.
    public func remove(proof: ErasureProof) async throws(BaliseError) {
        let _: DoneResponse = try await caller.call(AppCalls.removeTOTP, body: proof.request)
    }
}
