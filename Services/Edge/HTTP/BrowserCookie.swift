// A cookie that browsers keep for the edge (RFC 6265), read from requests and set by answers.

import HTTPTypes

/// A cookie that no script can read.
struct BrowserCookie: Sendable {
    /// With which requests of other sites a browser sends the cookie (RFC 6265bis, section 4.1.2.7).
    enum SameSite: String {
        /// With none.
        case strict = "Strict"
        /// When a person comes by a link.
        case lax = "Lax"
    }

    let name: String
    /// The browser sends the cookie to this path and those below alone.
    let path: String
    let sameSite: SameSite
    /// Whether the browser sends the cookie over https alone.
    let isSecure: Bool

    /// The first value that is not empty, since a cookie that was cleared may come back empty; nil without one.
    func value(in headers: RequestHeaders) -> String? {
        for pair in headers.cookie?.split(separator: ";") ?? [] {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].trimmingPrefix(while: { $0 == " " }) == name, !parts[1].isEmpty
            else { continue }
            return String(parts[1])
        }
        return nil
    }

    /// Gives a value to the browser for so many seconds.
    func field(setting value: String, seconds: Int64) -> HTTPField {
        let attributes =
            "Max-Age=\(seconds); Path=\(path); HttpOnly; SameSite=\(sameSite.rawValue)\(isSecure ? "; Secure" : "")"
        return HTTPField(name: .setCookie, value: "\(name)=\(value); \(attributes)")
    }

    /// Takes the value from the browser.
    var fieldClearing: HTTPField { field(setting: "", seconds: 0) }
}
