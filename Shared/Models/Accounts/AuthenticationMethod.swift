// By what an account can be signed in to.

/// By what an account can be signed in to at present; an account may have several, or none as long as an invitation to
/// it is open. The raw value is what operators write.
public enum AuthenticationMethod: String, Codable, Sendable, CaseIterable {
    /// A password.
    case password
    /// Apple has vouched for its person.
    case apple
    /// An identity provider that the operator trusts has vouched for its person.
    case provider
    /// A passkey.
    case passkey
    /// A code that is sent to its confirmed e-mail address.
    case emailCode = "email-code"
    /// Nothing but the session that it was made with: it is of nobody in particular.
    case anonymous
}
