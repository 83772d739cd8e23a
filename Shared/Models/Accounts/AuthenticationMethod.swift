/// The current ways to sign in to an account. An account may have several, or none while an invitation is open. The raw
/// value is for operators.
public enum AuthenticationMethod: String, Codable, Sendable, CaseIterable {
    case password
    /// Sign in with Apple.
    case apple
    /// An identity provider that the operator trusts.
    case provider
    case passkey
    /// A code that is sent to the confirmed e-mail address.
    case emailCode = "email-code"
    /// Only the session that it was created with: an anonymous account.
    case anonymous
}
