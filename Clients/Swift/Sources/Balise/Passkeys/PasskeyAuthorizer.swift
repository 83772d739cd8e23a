// What Apple's systems do for passkeys, as the SDK asks it of them.

public import BaliseAPI

/// Asks the system to make a passkey and to show one: `SystemPasskeyAuthorizer` on Apple's systems, a script in tests and
/// previews.
public protocol PasskeyAuthorizer: Sendable {
    /// Has the person make a passkey.
    ///
    /// - Parameter options: What `PasskeysAPI.beginRegistration` gives.
    /// - Returns: What `PasskeysAPI.register` takes; nil when the person has cancelled.
    /// - Throws: `system` when the system makes none, as when the account has one on this device already.
    func register(_ options: PasskeyCreationOptions) async throws(BaliseError) -> RegisterPasskeyRequest?

    /// Has the person choose a passkey and show it.
    ///
    /// - Parameters:
    ///   - options: What `SessionsAPI.beginPasskeySignIn` gives.
    ///   - prompt: In which way the person is asked.
    /// - Returns: What `SessionsAPI.signInWithPasskey` takes; nil when the person has cancelled, or has no passkey for this
    ///   server.
    func assert(
        _ options: PasskeyRequestOptions, prompt: PasskeyPrompt
    ) async throws(BaliseError) -> SignInWithPasskeyRequest?
}

/// In which way a person is asked for a passkey.
public enum PasskeyPrompt: Hashable, Sendable {
    /// By a sheet, also where the passkey is on another device.
    case sheet
    /// By a sheet, and only where there is a passkey on this device.
    case sheetIfAvailable
    /// Among the suggestions above the keyboard, while a field of the content type `username` has the focus. It waits until
    /// the person chooses, or the task is cancelled.
    case autoFill
}
