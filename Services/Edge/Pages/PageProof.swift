// The cookie by which a form of a page is known to come from the browser that was shown it.

import HTTPTypes

/// A random text that stands in a form and in a cookie: a page of another site knows neither, so it cannot send the form in
/// the name of somebody's browser.
enum PageProof {
    /// For how many seconds: longer than a code of a mail counts.
    private static let lifetime: Int64 = 900

    /// Over https no other host of the site can set a cookie of this name (RFC 6265bis, section 4.1.3.2): it could have a form
    /// of its own sent with it.
    private static func cookie(isSecure: Bool) -> BrowserCookie {
        BrowserCookie(
            name: isSecure ? "__Host-balise-form" : "balise_form", path: isSecure ? "/" : PagesAPI.root,
            sameSite: .strict, isSecure: isSecure)
    }

    static func setting(_ proof: String, isSecure: Bool) -> HTTPField {
        cookie(isSecure: isSecure).field(setting: proof, seconds: lifetime)
    }

    static func clearing(isSecure: Bool) -> HTTPField { cookie(isSecure: isSecure).fieldClearing }

    /// What the browser shows; nil when it shows nothing.
    static func value(in headers: RequestHeaders) -> String? {
        cookie(isSecure: headers.isSecure).value(in: headers)
    }
}
