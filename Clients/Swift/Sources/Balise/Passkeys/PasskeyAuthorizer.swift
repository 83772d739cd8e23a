// What Apple's systems do for passkeys, as the SDK asks it of them.

/// Asks the system to make a passkey and to show one: `SystemPasskeyAuthorizer` on Apple's systems, a script in tests and
/// previews.
public protocol PasskeyAuthorizer: Sendable {
    /// Has the person make a passkey.
    ///
    /// - Returns: Nil when the person has turned away.
    /// - Throws: `system` when the system makes none, as when the account has one on this device already.
    func register(_ challenge: PasskeyRegistrationChallenge) async throws(BaliseError) -> PasskeyAttestation?

    /// Has the person choose a passkey and show it.
    ///
    /// - Parameters:
    ///   - challenge: What the server wants to have signed.
    ///   - prompt: In which way the person is asked.
    /// - Returns: Nil when the person has turned away, or has no passkey for this server.
    func assert(
        _ challenge: PasskeyAssertionChallenge, prompt: PasskeyPrompt
    ) async throws(BaliseError) -> PasskeyAssertion?
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
