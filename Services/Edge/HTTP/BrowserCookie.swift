import HTTPTypes

/// A cookie for the edge that no script can read (RFC 6265).
struct BrowserCookie: Sendable {
    /// The requests from other sites that include the cookie (RFC 6265bis, section 4.1.2.7).
    enum SameSite: String {
        /// None.
        case strict = "Strict"
        /// Navigation by a link.
        case lax = "Lax"
    }

    let name: String
    /// The browser sends the cookie only to this path and below.
    let path: String
    let sameSite: SameSite
    /// Whether the browser sends the cookie over https only.
    let isSecure: Bool

    /// The first value that is not empty, because a cleared cookie may come back empty; nil without one.
    func value(in headers: RequestHeaders) -> String? {
        for pair in headers.cookie?.split(separator: ";") ?? [] {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].trimmingPrefix(while: { $0 == " " }) == name, !parts[1].isEmpty
            else { continue }
            return String(parts[1])
        }
        return nil
    }

    /// Sets a value in the browser for this number of seconds.
    func field(setting value: String, seconds: Int64) -> HTTPField {
        let attributes =
            "Max-Age=\(seconds); Path=\(path); HttpOnly; SameSite=\(sameSite.rawValue)\(isSecure ? "; Secure" : "")"
        return HTTPField(name: .setCookie, value: "\(name)=\(value); \(attributes)")
    }

    var fieldClearing: HTTPField { field(setting: "", seconds: 0) }
}
