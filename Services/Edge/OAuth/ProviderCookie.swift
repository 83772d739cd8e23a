import HTTPTypes
import Models

/// Accompanies a user to a provider and back (RFC 6265); scripts and other sites do not get it. Over https, no other host
/// of the site can set one of its name (RFC 6265bis, section 4.1.3.2): its owner could make a browser return with a sign-in
/// of their own. Such a name is valid for all paths.
struct ProviderCookie: Sendable {
    let name: String
    let nameOverHTTPS: String
    /// Applies over plain http.
    let path: String

    func setting(_ secret: SecretText, seconds: Int64, isSecure: Bool) -> HTTPField {
        cookie(isSecure).field(setting: secret.value, seconds: seconds)
    }

    func clearing(isSecure: Bool) -> HTTPField { cookie(isSecure).fieldClearing }

    func value(in headers: RequestHeaders, isSecure: Bool) -> SecretText? {
        cookie(isSecure).value(in: headers).map { SecretText($0) }
    }

    private func cookie(_ isSecure: Bool) -> BrowserCookie {
        BrowserCookie(
            name: isSecure ? nameOverHTTPS : name, path: isSecure ? "/" : path, sameSite: .lax, isSecure: isSecure)
    }
}
