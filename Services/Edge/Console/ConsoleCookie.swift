import HTTPTypes
import Models

/// The cookie of the console, for its own paths only; no script can read it (RFC 6265). Over https, no page of plain
/// http can set a cookie of its name (RFC 6265bis, section 4.1.3.1).
struct ConsoleCookie: Sendable {
    private let cookie: BrowserCookie

    init(isSecure: Bool) {
        cookie = BrowserCookie(
            name: isSecure ? "__Secure-balise-console" : "balise-console", path: ConsoleAPI.root, sameSite: .strict,
            isSecure: isSecure)
    }

    /// The secret in the cookie, valid or not; nil without one.
    func secret(in headers: RequestHeaders) -> SecretText? { cookie.value(in: headers).map { SecretText($0) } }

    /// Sets the secret in the browser for this number of seconds.
    func field(setting secret: SecretText, seconds: Int64) -> HTTPField {
        cookie.field(setting: secret.value, seconds: seconds)
    }

    var fieldClearing: HTTPField { cookie.fieldClearing }
}
