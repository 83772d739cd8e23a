import HTTPTypes
import Models

/// A cookie that no script can read (RFC 6265).
struct BrowserCookie: Sendable {
    /// The attribute of RFC 6265bis, section 4.1.2.7. `lax` also allows navigation from another site.
    enum SameSite: String {
        case strict = "Strict"
        case lax = "Lax"
    }

    let name: String
    /// The name over https. With `__Host-`, no other host of the site can set a cookie of this name (RFC 6265bis,
    /// section 4.1.3.2). The owner of such a host could otherwise make a browser send a form or return with the owner's
    /// own sign-in. A cookie with such a name is valid for all paths.
    let nameOverHTTPS: String
    let path: String
    var pathOverHTTPS = "/"
    let sameSite: SameSite
    /// The lifetime in seconds.
    let lifetime: Int64

    /// Proves that this browser began the sign-in at an identity provider.
    static let providerSignIn = BrowserCookie(
        name: "balise_sign_in", nameOverHTTPS: "__Host-balise-sign-in", path: "/oauth/providers/", sameSite: .lax,
        lifetime: 600)

    /// The verifier (RFC 7636) of a sign-in at a provider that the page has begun, which may also need a password.
    static let pageVerifier = BrowserCookie(
        name: "balise_provider", nameOverHTTPS: "__Host-balise-provider",
        path: "\(PagesAPI.root)\(PagesRoutes.provider)", sameSite: .lax, lifetime: 900)

    /// A random text that is also in the form. A page of another site does not know it, so it cannot send the form for
    /// a user. It is valid for longer than a mailed code.
    static let pageForm = BrowserCookie(
        name: "balise_form", nameOverHTTPS: "__Host-balise-form", path: PagesAPI.root, sameSite: .strict, lifetime: 900)

    /// The token of the account page's session; it lasts as long as the token.
    static let pageSession = BrowserCookie(
        name: "balise", nameOverHTTPS: "__Host-balise", path: "/", sameSite: .strict, lifetime: 0)

    /// The session of the console, for the console's paths. A page over plain http cannot set a cookie of the https
    /// name (RFC 6265bis, section 4.1.3.1).
    static let console = BrowserCookie(
        name: "balise-console", nameOverHTTPS: "__Secure-balise-console", path: ConsoleAPI.root,
        pathOverHTTPS: ConsoleAPI.root, sameSite: .strict, lifetime: ConsoleSessions.lifetime)

    /// Proves that this browser is a viewer of a share link. It is sent only with the paths of this link. It is `lax`
    /// because most viewers come from another site.
    static func shareLink(_ token: String) -> BrowserCookie {
        let path = "\(ShareLinkAPI.root)/\(token)"
        return BrowserCookie(
            name: "balise_link", nameOverHTTPS: "__Secure-balise-link", path: path, pathOverHTTPS: path, sameSite: .lax,
            lifetime: 0)
    }

    /// Returns the value of the cookie. An empty value is skipped, because a cleared cookie may come back empty.
    func value(in headers: RequestHeaders, isSecure: Bool) -> SecretText? {
        let wanted = isSecure ? nameOverHTTPS : name
        for pair in headers.cookie?.split(separator: ";") ?? [] {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].trimmingPrefix(while: { $0 == " " }) == wanted, !parts[1].isEmpty
            else { continue }
            return SecretText(String(parts[1]))
        }
        return nil
    }

    func setting(_ value: SecretText, seconds: Int64? = nil, isSecure: Bool) -> HTTPField {
        let attributes =
            "Max-Age=\(seconds ?? lifetime); Path=\(isSecure ? pathOverHTTPS : path); HttpOnly; "
            + "SameSite=\(sameSite.rawValue)\(isSecure ? "; Secure" : "")"
        return HTTPField(name: .setCookie, value: "\(isSecure ? nameOverHTTPS : name)=\(value.value); \(attributes)")
    }

    func clearing(isSecure: Bool) -> HTTPField { setting(SecretText(""), seconds: 0, isSecure: isSecure) }
}
