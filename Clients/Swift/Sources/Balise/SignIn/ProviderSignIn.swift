public import BaliseAPI
import Crypto
public import Foundation

/// A sign-in at an identity provider's web page, such as Google's, that has begun. Keep it until the user returns.
///
/// Open `url` in a browser session of the system (`ASWebAuthenticationSession`, with the scheme of the redirect
/// address), and pass the address that ends it to `SessionsAPI.finish(_:at:)`.
public struct ProviderSignIn: Hashable, Sendable {
    /// The page where the user signs in.
    public let url: URL
    /// The secret that only this app knows, the code verifier (RFC 7636).
    let verifier: SecretText
    /// The random value that the provider's answer must repeat.
    let state: SecretText
    let redirectURI: String
}

extension SessionsAPI {
    /// Begins a sign-in at an identity provider's web page. Nothing is sent yet.
    /// - Parameter provider: The operator's name of the provider, such as `google`.
    /// - Parameter redirectURI: The address that the operator registered for the app, such as
    ///   `com.example.app:/signed-in`.
    public func beginSignIn(at provider: String, redirectURI: String) throws(BaliseError) -> ProviderSignIn {
        let random = configuration.random
        let verifier = SecretText(hexadecimal(random.bytes(32)))
        let state = SecretText(hexadecimal(random.bytes(16)))
        let query: [(String, String?)] = [
            ("redirect_uri", redirectURI), ("code_challenge", challenge(of: verifier)),
            ("code_challenge_method", "S256"), ("state", state.value),
        ]
        let request = APIRequest(OAuthCalls.beginProviderSignIn, [try pathSegment(provider)], query: query)
        let url = try request.url(on: configuration.server)
        return ProviderSignIn(url: url, verifier: verifier, state: state, redirectURI: redirectURI)
    }

    /// Completes the sign-in when the user has returned from the identity provider. The first sign-in creates the
    /// account.
    ///
    /// A failure at the provider is a refusal with the provider's error code as its title, such as `access_denied`, and
    /// a text for people. If the verified e-mail address belongs to an account, the call fails with `duplicate`. Call
    /// it again with that account's password, which links the provider to the account, or with `makesAccount`.
    /// - Parameter callback: The address that the user returned with.
    /// - Parameter password: The password of the account that has the e-mail address.
    /// - Parameter makesAccount: Whether to create a separate account although another account has the address.
    /// - Parameter cancelsErasure: As for `signIn`.
    @discardableResult
    public func finish(
        _ signIn: ProviderSignIn, at callback: URL, password: SecretText? = nil, makesAccount: Bool = false,
        cancelsErasure: Bool = false
    ) async throws(BaliseError) -> BaliseUser {
        let code = try signIn.code(in: callback)
        let body = RedeemSignInCodeRequest(
            code: code, codeVerifier: signIn.verifier, password: password, makeAccount: makesAccount ? true : nil,
            cancelErasure: cancelsErasure ? true : nil)
        return try await begin(AppCalls.redeemSignInCode, body)
    }

    /// Returns the SHA-256 of a verifier in base64url without padding (RFC 7636, section 4.2).
    private func challenge(of verifier: SecretText) -> String {
        Data(SHA256.hash(data: Data(verifier.value.utf8))).base64URL
    }
}

extension ProviderSignIn {
    /// Returns the code in the address. Throws if the address does not answer this sign-in, or reports an error.
    fileprivate func code(in callback: URL) throws(BaliseError) -> SecretText {
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
        return SecretText(code)
    }
}
