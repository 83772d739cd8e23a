import BaliseJSON

/// The end of a sign-in at an identity provider: the body of POST /oauth/providers/{provider}/callback (OAuth 2.0 Form
/// Post Response Mode, section 2).
public struct ProviderAnswerRequest: OAuthFormRequest, Hashable {
    /// The state of the sign-in.
    public var state: SecretText
    /// The authorization code; nil after an error.
    public var code: SecretText?
    /// The issuer of the answer (RFC 9207); nil if the provider sends none.
    public var iss: String?
    /// The error code; nil after a success.
    public var error: String?

    /// Makes a body of these members; nil leaves one out.
    public init(state: SecretText, code: SecretText? = nil, iss: String? = nil, error: String? = nil) {
        self.state = state
        self.code = code
        self.iss = iss
        self.error = error
    }

    /// The names of its parameters.
    public enum Parameter: String, CodingKey, CaseIterable {
        /// Each has the name of its member.
        case state, code, iss, error
    }

    private typealias CodingKeys = Parameter
}
