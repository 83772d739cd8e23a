// Why nobody is signed in who comes back from an identity provider, and what is said of it to whom.

import Models

/// Why a provider's answer lets nobody in.
enum ProviderSignInFailure: Error, Hashable {
    /// The person, or the provider for them, has said no.
    case denied
    /// The provider says that it could not: the word that it gave.
    case refused(String)
    /// The answer is another provider's (RFC 9207, section 2.4).
    case otherIssuer
    /// There is neither a code nor an error.
    case noCode
    /// The provider's addresses, keys or tokens cannot be had now.
    case unreachable(String)
    /// The provider does not take the code that it gave, or does not know this server.
    case codeRefused(String)
    /// The provider does not take a client secret, which is all that this server can show.
    case clientAuthentication(String)
    /// What the provider answers cannot be understood.
    case malformed(String)
    /// The identity token does not count.
    case token(TokenRefusal)
}

extension ProviderSignInFailure {
    /// What the log says.
    var reason: String {
        switch self {
        case .denied: "denied"
        case .refused(let word): "provider-error: \(word)"
        case .otherIssuer: "issuer-of-answer"
        case .noCode: "no-code"
        case .unreachable(let cause): "unreachable: \(cause)"
        case .codeRefused(let word): "code-refused: \(word)"
        case .clientAuthentication(let methods):
            "client-authentication: the token endpoint takes no client secret, only \(methods); register a client with a"
                + " secret there, or a public one and leave clientSecret out"
        case .malformed(let cause): "malformed: \(cause)"
        case .token(let refusal): "token: \(refusal.rawValue)"
        }
    }

    /// What the metrics call it.
    var label: String { String(reason.prefix { $0 != ":" }) }

    /// What the app is told, in the words of RFC 6749, section 4.1.2.1.
    var error: String {
        switch self {
        case .denied: "access_denied"
        case .unreachable: "temporarily_unavailable"
        case .refused, .otherIssuer, .noCode, .codeRefused, .clientAuthentication, .malformed, .token: "server_error"
        }
    }

    /// What people are told, and what they can do.
    func text(_ provider: String) -> String {
        switch self {
        case .denied: "You have not signed in at \(provider). Begin again if you want to."
        case .refused: "\(provider) could not sign you in. Try again later, or sign in another way."
        case .unreachable: "\(provider) does not answer at the moment. Try again in a few minutes."
        case .clientAuthentication:
            "Signing in with \(provider) does not work at the moment. Tell the operator, or sign in another way."
        case .otherIssuer, .noCode, .codeRefused, .malformed, .token:
            "The answer of \(provider) is not valid. Begin again. If that happens again, tell the operator."
        }
    }
}
