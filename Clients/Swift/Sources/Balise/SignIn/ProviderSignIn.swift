// Signing in by the web page of an identity provider, such as Google's.

public import BaliseAPI
import Crypto
public import Foundation

/// A sign-in by an identity provider's web page that has begun: what the app keeps until its person comes back.
///
/// Open `url` in a browser session of the system (`ASWebAuthenticationSession`, with the scheme of the redirect address),
/// and hand the address with which it ends to `SessionsAPI.finish(_:at:)`.
public struct ProviderSignIn: Hashable, Sendable {
    /// Where the person signs in.
    public let url: URL
    /// What only this app knows (RFC 7636).
    let verifier: SecretString
    /// What the answer has to hold.
    let state: SecretString
    let redirectURI: String
}

extension SessionsAPI {
    /// Begins a sign-in by an identity provider's web page. Nothing is sent yet.
    ///
    /// - Parameters:
    ///   - provider: What the server's operator calls the provider, such as `google`.
    ///   - redirectURI: Where the person comes back to: one of the addresses that the operator has registered for the app,
    ///     letter for letter, such as `com.example.app:/signed-in`.
    public func beginSignIn(at provider: String, redirectURI: String) throws(BaliseError) -> ProviderSignIn {
        let random = configuration.random
        let verifier = SecretString(hexadecimal(random.bytes(32)))
        let state = SecretString(hexadecimal(random.bytes(16)))
        let path = OAuthCalls.beginProviderSignIn.path(filling: [try pathSegment(provider)])
        let query = [
            ("redirect_uri", redirectURI), ("code_challenge", challenge(of: verifier)),
            ("code_challenge_method", "S256"), ("state", state.value),
        ]
        let server = configuration.server.absoluteString
        let text =
            (server.hasSuffix("/") ? String(server.dropLast()) : server) + path + "?"
            + query.map { "\($0.0)=\(percentEncoded($0.1))" }.joined(separator: "&")
        guard let url = URL(string: text) else { throw .invalid("the server's address is none") }
        return ProviderSignIn(url: url, verifier: verifier, state: state, redirectURI: redirectURI)
    }

    /// Signs in the person who has come back from an identity provider's web page. The first time makes an account.
    ///
    /// What went wrong there is a refusal with the provider's word as its title, such as `access_denied`, and a text for
    /// people. When the provider's verified e-mail address belongs to an account already, it is the refusal `duplicate`:
    /// call this again with the password of that account, which links the two, or with `makesAccount`.
    ///
    /// - Parameters:
    ///   - signIn: What began it.
    ///   - callback: The address with which the person came back.
    ///   - password: Of the account that has the provider's e-mail address.
    ///   - makesAccount: Whether an account of its own is made where the address belongs to another.
    ///   - cancelsErasure: As for `signIn`.
    /// - Returns: Who signed in.
    @discardableResult
    public func finish(
        _ signIn: ProviderSignIn, at callback: URL, password: SecretString? = nil, makesAccount: Bool = false,
        cancelsErasure: Bool = false
    ) async throws(BaliseError) -> BaliseUser {
        let code = try signIn.code(in: callback)
        let body = RedeemSignInCodeRequest(
            code: code, codeVerifier: signIn.verifier, password: password, makeAccount: makesAccount ? true : nil,
            cancelErasure: cancelsErasure ? true : nil)
        return try await begin(AppCalls.redeemSignInCode, body)
    }

    /// The SHA-256 of a verifier in base64url without padding (RFC 7636, section 4.2).
    private func challenge(of verifier: SecretString) -> String {
        Data(SHA256.hash(data: Data(verifier.value.utf8))).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}

extension ProviderSignIn {
    /// The code that the address brings, if it is an answer to this sign-in.
    fileprivate func code(in callback: URL) throws(BaliseError) -> SecretString {
        let items = URLComponents(url: callback, resolvingAgainstBaseURL: false)?.queryItems ?? []
        func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
        guard callback.absoluteString.hasPrefix(redirectURI), value("state") == state.value else {
            throw .invalid("this address is no answer to the sign-in that began here")
        }
        if let error = value("error") {
            throw .refused(
                BaliseError.Refusal(
                    status: 302, code: error == "temporarily_unavailable" ? .unavailable : .forbidden,
                    message: value("error_description") ?? "", title: error))
        }
        guard let code = value("code") else { throw .invalid("the address has neither a code nor an error") }
        return SecretString(code)
    }
}
