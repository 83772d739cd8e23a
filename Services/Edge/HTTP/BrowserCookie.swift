import HTTPTypes

/// No script can read it (RFC 6265).
struct BrowserCookie: Sendable {
    /// RFC 6265bis, section 4.1.2.7.
    enum SameSite: String {
        case strict = "Strict"
        case lax = "Lax"
    }

    let name: String
    let path: String
    let sameSite: SameSite
    let isSecure: Bool

    /// Skips an empty value, because a cleared cookie may come back empty.
    func value(in headers: RequestHeaders) -> String? {
        for pair in headers.cookie?.split(separator: ";") ?? [] {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].trimmingPrefix(while: { $0 == " " }) == name, !parts[1].isEmpty
            else { continue }
            return String(parts[1])
        }
        return nil
    }

    func field(setting value: String, seconds: Int64) -> HTTPField {
        let attributes =
            "Max-Age=\(seconds); Path=\(path); HttpOnly; SameSite=\(sameSite.rawValue)\(isSecure ? "; Secure" : "")"
        return HTTPField(name: .setCookie, value: "\(name)=\(value); \(attributes)")
    }

    var fieldClearing: HTTPField { field(setting: "", seconds: 0) }
}
