// How the console stays signed in: the session's secret in a cookie (RFC 6265), which no script can read.

import HTTPTypes
import Models

/// The cookie of the console, for its own paths alone. Over https no page of plain http can set one of its name
/// (RFC 6265bis, section 4.1.3.1).
struct ConsoleCookie: Sendable {
    let isSecure: Bool

    private var name: String { isSecure ? "__Secure-balise-console" : "balise-console" }

    /// The secret in the cookie, whether it counts or not; nil without one.
    func secret(in headers: RequestHeaders) -> SecretText? {
        for pair in headers.cookie?.split(separator: ";") ?? [] {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].trimmingPrefix(while: { $0 == " " }) == name, !parts[1].isEmpty
            else { continue }
            return SecretText(String(parts[1]))
        }
        return nil
    }

    /// Gives the secret to the browser for so many seconds.
    func field(setting secret: SecretText, seconds: Int64) -> HTTPField { field(secret.value, seconds) }

    /// Takes it from the browser.
    var fieldClearing: HTTPField { field("", 0) }

    private func field(_ value: String, _ seconds: Int64) -> HTTPField {
        let attributes =
            "Max-Age=\(seconds); Path=\(ConsoleAPI.root); HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
        return HTTPField(name: .setCookie, value: "\(name)=\(value); \(attributes)")
    }
}
