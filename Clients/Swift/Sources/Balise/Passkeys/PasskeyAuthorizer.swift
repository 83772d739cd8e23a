public import BaliseAPI

/// Lets the system create and use passkeys: `SystemPasskeyAuthorizer`, or a script in tests and previews.
public protocol PasskeyAuthorizer: Sendable {
    /// Lets the user create a passkey.
    /// - Parameter options: The result of `PasskeysAPI.beginRegistration`.
    /// - Returns: The argument of `PasskeysAPI.register`; nil when the user has cancelled.
    /// - Throws: `system` when the system creates none, for example because this device already has one for the
    ///   account.
    func register(_ options: PasskeyCreationOptions) async throws(BaliseError) -> RegisterPasskeyRequest?

    /// Lets the user choose and use a passkey.
    /// - Parameters:
    ///   - options: The result of `SessionsAPI.beginPasskeySignIn`.
    ///   - prompt: How the system asks the user.
    /// - Returns: The argument of `SessionsAPI.signInWithPasskey`; nil when the user has cancelled, or has no passkey
    ///   for this server.
    func assert(
        _ options: PasskeyRequestOptions, prompt: PasskeyPrompt
    ) async throws(BaliseError) -> SignInWithPasskeyRequest?
}

/// How the system asks for a passkey.
public enum PasskeyPrompt: Hashable, Sendable {
    /// With a sheet, also for a passkey on another device.
    case sheet
    /// With a sheet, and only if this device has a passkey.
    case sheetIfAvailable
    /// Among the suggestions above the keyboard, while a field of the content type `username` has the focus. It waits
    /// until the user chooses, or the task is cancelled.
    case autoFill
}
