import HTTPTypes
import Models

/// A cookie (RFC 6265) that accompanies a user to a provider and back. Scripts and other sites do not get it.
///
/// Over https, no other host of the site can set one of its name (RFC 6265bis, section 4.1.3.2). Otherwise the owner of
/// such a host could make a browser return with a sign-in of their own. Such a name is valid for all paths; over plain
/// http the cookie is for its own path only.
struct ProviderCookie: Sendable {
    let name: String
    let nameOverHTTPS: String
    /// The path of the cookie over plain http.
    let path: String

    /// Sets a secret in the browser for this number of seconds.
    func setting(_ secret: SecretText, seconds: Int64, isSecure: Bool) -> HTTPField {
        cookie(isSecure).field(setting: secret.value, seconds: seconds)
    }

    func clearing(isSecure: Bool) -> HTTPField { cookie(isSecure).fieldClearing }

    /// The browser's secret; nil without one.
    ///
    /// - Parameter isSecure: Whether the edge is reached over https; then only the https name is valid.
    func value(in headers: RequestHeaders, isSecure: Bool) -> SecretText? {
        cookie(isSecure).value(in: headers).map { SecretText($0) }
    }

    private func cookie(_ isSecure: Bool) -> BrowserCookie {
        BrowserCookie(
            name: isSecure ? nameOverHTTPS : name, path: isSecure ? "/" : path, sameSite: .lax, isSecure: isSecure)
    }
}
