// How the console stays signed in: the session's secret in a cookie (RFC 6265), which no script can read.

import HTTPTypes
import Models

/// The cookie of the console, for its own paths alone. Over https no page of plain http can set one of its name
/// (RFC 6265bis, section 4.1.3.1).
struct ConsoleCookie: Sendable {
    private let cookie: BrowserCookie

    init(isSecure: Bool) {
        cookie = BrowserCookie(
            name: isSecure ? "__Secure-balise-console" : "balise-console", path: ConsoleAPI.root, sameSite: .strict,
            isSecure: isSecure)
    }

    /// The secret in the cookie, whether it counts or not; nil without one.
    func secret(in headers: RequestHeaders) -> SecretText? { cookie.value(in: headers).map { SecretText($0) } }

    /// Gives the secret to the browser for so many seconds.
    func field(setting secret: SecretText, seconds: Int64) -> HTTPField {
        cookie.field(setting: secret.value, seconds: seconds)
    }

    /// Takes the secret from the browser.
    var fieldClearing: HTTPField { cookie.fieldClearing }
}
