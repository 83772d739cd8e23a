import HTTPTypes

/// A random text in both a form and a cookie. A page of another site knows neither, so it cannot send the form for a user.
enum PageProof {
    /// In seconds: longer than a mailed code is valid.
    private static let lifetime: Int64 = 900

    /// Over https, no other host of the site can set a cookie of this name (RFC 6265bis, section 4.1.3.2) and send its own
    /// form.
    private static func cookie(isSecure: Bool) -> BrowserCookie {
        BrowserCookie(
            name: isSecure ? "__Host-balise-form" : "balise_form", path: isSecure ? "/" : PagesAPI.root,
            sameSite: .strict, isSecure: isSecure)
    }

    static func setting(_ proof: String, isSecure: Bool) -> HTTPField {
        cookie(isSecure: isSecure).field(setting: proof, seconds: lifetime)
    }

    static func clearing(isSecure: Bool) -> HTTPField { cookie(isSecure: isSecure).fieldClearing }

    static func value(in headers: RequestHeaders) -> String? {
        cookie(isSecure: headers.isSecure).value(in: headers)
    }
}
