public import BaliseAPI

extension BaliseClient {
    /// Calls about the signed-in user's passkeys.
    public var passkeys: PasskeysAPI { PasskeysAPI(caller: caller) }
}

/// The user's passkeys, with which `SessionsAPI.signInWithPasskey` signs in. Every call may throw any `BaliseError`.
///
/// The options for a `PasskeyAuthorizer` and its answers are JSON of W3C Web Authentication, with bytes in base64url.
public struct PasskeysAPI: Sendable {
    let caller: APICaller

    /// Options for creating a passkey. Fails with `signInTooOld` five minutes after the sign-in.
    public func beginRegistration() async throws(BaliseError) -> PasskeyCreationOptions {
        try await caller.call(AppCalls.beginPasskeyRegistration).data
    }

    /// Adds the new passkey to the account, at most five minutes after `beginRegistration()`.
    @discardableResult
    public func register(_ passkey: RegisterPasskeyRequest) async throws(BaliseError) -> BalisePasskey {
        try await caller.call(AppCalls.registerPasskey, body: passkey).data
    }

    /// Returns the options for a proof with a passkey (``IdentityProof/passkey(_:)``). They are valid once, for five
    /// minutes and in this session. An account without a passkey fails with `conflict`.
    public func beginProof() async throws(BaliseError) -> PasskeyRequestOptions {
        try await caller.call(AppCalls.beginPasskeyProof).data
    }

    /// Returns the account's passkeys, the latest first.
    public func list() async throws(BaliseError) -> [BalisePasskey] {
        try await caller.call(AppCalls.listPasskeys).data.passkeys
    }

    /// Renames a passkey. An unknown id fails with `notFound`.
    @discardableResult
    public func rename(_ id: String, to name: String) async throws(BaliseError) -> BalisePasskey {
        try await caller.call(AppCalls.renamePasskey, at: id, body: RenamePasskeyRequest(name: name)).data
    }

    /// Removes a passkey. Fails with `conflict` if the passkey is the user's only way to sign in.
    public func remove(_ id: String) async throws(BaliseError) { try await caller.send(AppCalls.removePasskey, at: id) }
}

extension BaliseClient {
    /// Calls about the second step of the signed-in user's sign-ins.
    public var secondStep: SecondStepAPI { SecondStepAPI(caller: caller) }
}

/// Adds and removes the second step of sign-ins: codes of an authenticator app (TOTP, RFC 6238).
/// `SessionsAPI.takeSecondStep` uses it. Every call may throw any `BaliseError`.
public struct SecondStepAPI: Sendable {
    let caller: APICaller

    /// Returns whether the account has a second step.
    public func state() async throws(BaliseError) -> SecondStepState {
        try await caller.call(AppCalls.getSecondStep).data
    }

    /// Creates the secret for an authenticator app, which is not active before `confirm(_:)`. Fails with `signInTooOld`
    /// unless the user signed in within five minutes, and with `conflict` if the account already has a second step.
    public func begin() async throws(BaliseError) -> SecondStepEnrolment {
        try await caller.call(AppCalls.beginTOTP).data
    }

    /// Activates the second step. A wrong code fails with `codeMismatch`.
    /// - Returns: The recovery codes. The server shows them only now: ask the user to store them.
    public func confirm(_ code: SecretText) async throws(BaliseError) -> [SecretText] {
        try await caller.call(AppCalls.confirmTOTP, body: ConfirmSecondStepRequest(code: code)).data.recoveryCodes
    }

    /// Creates new recovery codes and invalidates the old codes.
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

extension BaliseClient {
    /// Calls about the identity providers that the account is linked with.
    public var providerLinks: ProviderLinksAPI { ProviderLinksAPI(caller: caller) }
}

/// Lists and removes links to identity providers. `SessionsAPI.finish(_:at:)` with a password creates a link. Every
/// call may throw any `BaliseError`.
public struct ProviderLinksAPI: Sendable {
    let caller: APICaller

    /// Returns the account's links, the latest first.
    public func list() async throws(BaliseError) -> [BaliseProviderLink] {
        try await caller.call(AppCalls.listProviderLinks).data.links
    }

    /// Removes a link, and ends the account's sessions that began at an identity provider, including this session.
    /// Fails with `signInTooOld` five minutes after the sign-in, and with `conflict` for the only way to sign in.
    public func remove(_ id: String) async throws(BaliseError) {
        try await caller.send(AppCalls.removeProviderLink, at: id)
    }
}
