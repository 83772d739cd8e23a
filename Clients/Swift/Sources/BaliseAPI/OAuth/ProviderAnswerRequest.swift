// What an identity provider sends back with a person by a form: the body of POST /oauth/providers/{provider}/callback
// (OAuth 2.0 Form Post Response Mode, section 2).

import BaliseJSON

/// How a sign-in at an identity provider ended.
public struct ProviderAnswerRequest: OAuthFormRequest, Hashable {
    /// Of the sign-in that it ends.
    public var state: SecretString
    /// What the server exchanges for the identity token; nil where there is an error.
    public var code: SecretString?
    /// Who answers (RFC 9207); nil where the provider does not say.
    public var iss: String?
    /// Why there is no code.
    public var error: String?

    /// Makes a body of these members; nil leaves one out.
    public init(state: SecretString, code: SecretString? = nil, iss: String? = nil, error: String? = nil) {
        self.state = state
        self.code = code
        self.iss = iss
        self.error = error
    }

    /// The names of its parameters.
    public enum Parameter: String, CodingKey, CaseIterable {
        /// Each of the member of its name.
        case state, code, iss, error
    }

    private typealias CodingKeys = Parameter
}
