import Models

enum ProviderSignInFailure: Error, Hashable {
    case denied
    case refused(String)
    /// The answer is from another provider (RFC 9207, section 2.4).
    case otherIssuer
    case noCode
    /// The provider's addresses, keys or tokens cannot be read now.
    case unreachable(String)
    /// The provider refused its own code, or does not know this server.
    case codeRefused(String)
    /// The provider's token endpoint accepts only the named methods, and this server can authenticate by none of them.
    case clientAuthentication(String)
    case malformed(String)
    case token(TokenRefusal)

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

    var label: String { String(reason.prefix { $0 != ":" }) }

    /// The error for the app, in the words of RFC 6749, section 4.1.2.1.
    var error: String {
        switch self {
        case .denied: "access_denied"
        case .unreachable: "temporarily_unavailable"
        case .refused, .otherIssuer, .noCode, .codeRefused, .clientAuthentication, .malformed, .token: "server_error"
        }
    }

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
