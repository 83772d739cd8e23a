// The passkeys of the person who is signed in.

public import BaliseAPI

extension BaliseClient {
    /// The passkeys with which the person signs in.
    public var passkeys: PasskeysAPI { PasskeysAPI(caller: caller) }
}

/// Adds, names and removes passkeys. `SessionsAPI.signInWithPasskey` signs in with one. Every call may throw any
/// `BaliseError`.
///
/// What the server answers and takes is JSON of W3C Web Authentication with its bytes in base64url. An app gives the
/// options to a `PasskeyAuthorizer`, and sends what that answers.
public struct PasskeysAPI: Sendable {
    let caller: APICaller

    /// What an authenticator needs to make a passkey. Whoever asks has to have signed in within the last five minutes;
    /// otherwise it is the refusal `signInTooOld`.
    public func beginRegistration() async throws(BaliseError) -> PasskeyCreationOptions {
        try await caller.call(AppCalls.beginPasskeyRegistration).data
    }

    /// Adds the passkey that an authenticator has made within five minutes.
    @discardableResult
    public func register(_ passkey: RegisterPasskeyRequest) async throws(BaliseError) -> BalisePasskey {
        try await caller.call(AppCalls.registerPasskey, body: passkey).data
    }

    /// What an authenticator needs to show one of these passkeys as a proof (``ErasureProof/passkey(_:)``). It counts for
    /// five minutes, for this session and once. An account without a passkey is the refusal `conflict`.
    public func beginProof() async throws(BaliseError) -> PasskeyRequestOptions {
        try await caller.call(AppCalls.beginPasskeyProof).data
    }

    /// All passkeys of the account, the latest first.
    public func list() async throws(BaliseError) -> [BalisePasskey] {
        try await caller.call(AppCalls.listPasskeys).data.passkeys
    }

    /// Gives a passkey another name; one that the account does not have is the refusal `notFound`.
    @discardableResult
    public func rename(_ id: String, to name: String) async throws(BaliseError) -> BalisePasskey {
        try await caller.call(AppCalls.renamePasskey, at: id, body: RenamePasskeyRequest(name: name)).data
    }

    /// Removes a passkey; the only way into the account is the refusal `conflict`.
    public func remove(_ id: String) async throws(BaliseError) {
        try await caller.send(AppCalls.removePasskey, at: id)
    }
}
