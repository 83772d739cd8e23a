public import BaliseAPI

extension BaliseClient {
    /// The signed-in user's passkeys.
    public var passkeys: PasskeysAPI { PasskeysAPI(caller: caller) }
}

/// Adds, renames and removes passkeys. `SessionsAPI.signInWithPasskey` signs in with one. Every call may throw any
/// `BaliseError`.
///
/// The options and answers are JSON of W3C Web Authentication, with bytes in base64url. Give the options to a
/// `PasskeyAuthorizer`, and send its answer.
public struct PasskeysAPI: Sendable {
    let caller: APICaller

    /// Options for creating a passkey. Fails with `signInTooOld` unless the user signed in within five minutes.
    public func beginRegistration() async throws(BaliseError) -> PasskeyCreationOptions {
        try await caller.call(AppCalls.beginPasskeyRegistration).data
    }

    /// Adds the new passkey, at most five minutes after `beginRegistration()`.
    @discardableResult
    public func register(_ passkey: RegisterPasskeyRequest) async throws(BaliseError) -> BalisePasskey {
        try await caller.call(AppCalls.registerPasskey, body: passkey).data
    }

    /// The options for a proof with a passkey (``IdentityProof/passkey(_:)``). They are valid once, for five minutes and
    /// in this session. An account without a passkey fails with `conflict`.
    public func beginProof() async throws(BaliseError) -> PasskeyRequestOptions {
        try await caller.call(AppCalls.beginPasskeyProof).data
    }

    /// The account's passkeys, the latest first.
    public func list() async throws(BaliseError) -> [BalisePasskey] {
        try await caller.call(AppCalls.listPasskeys).data.passkeys
    }

    /// Renames a passkey. An unknown id fails with `notFound`.
    @discardableResult
    public func rename(_ id: String, to name: String) async throws(BaliseError) -> BalisePasskey {
        try await caller.call(AppCalls.renamePasskey, at: id, body: RenamePasskeyRequest(name: name)).data
    }

    /// Removes a passkey. If it is the only way to sign in, it fails with `conflict`.
    public func remove(_ id: String) async throws(BaliseError) {
        try await caller.send(AppCalls.removePasskey, at: id)
    }
}
