// The cookies by which a browser is known again that comes back from an identity provider.

import HTTPTypes
import Models

/// A cookie (RFC 6265) that goes with a person to a provider and back. It travels to no script and to no other site.
///
/// Over https no other host of the site can set one of its name (RFC 6265bis, section 4.1.3.2): whoever has such a host
/// could otherwise have a browser come back with a sign-in of their own. Such a name counts for all paths; over plain http
/// the cookie is for its own path alone.
struct ProviderCookie: Sendable {
    let name: String
    let nameOverHTTPS: String
    /// Where it travels to over plain http.
    let path: String

    /// Gives a secret to the browser for so many seconds.
    func setting(_ secret: SecretText, seconds: Int64, isSecure: Bool) -> HTTPField {
        cookie(isSecure).field(setting: secret.value, seconds: seconds)
    }

    /// Takes it from the browser.
    func clearing(isSecure: Bool) -> HTTPField { cookie(isSecure).fieldClearing }

    /// What the browser shows; nil when it shows nothing.
    ///
    /// - Parameter isSecure: Whether the edge is reached over https; then no other name counts.
    func value(in headers: RequestHeaders, isSecure: Bool) -> SecretText? {
        cookie(isSecure).value(in: headers).map { SecretText($0) }
    }

    private func cookie(_ isSecure: Bool) -> BrowserCookie {
        BrowserCookie(
            name: isSecure ? nameOverHTTPS : name, path: isSecure ? "/" : path, sameSite: .lax, isSecure: isSecure)
    }
}
