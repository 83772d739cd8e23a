import HTTPTypes
import Models

/// The cookie of the page /account with its session's token; no script can read it (RFC 6265).
///
/// The app API accepts it only in a request with a header field of that page. A page of another origin cannot set the
/// field without a preflight, which is refused. The browser sends the cookie only with requests of this site.
enum PageSession {
    /// The value of `X-Requested-With` that identifies the page's requests.
    static let marker = "BaliseAccount"

    /// Over https, no other host of the site can set a cookie of this name (RFC 6265bis, section 4.1.3.2).
    private static func cookie(isSecure: Bool) -> BrowserCookie {
        BrowserCookie(
            name: isSecure ? "__Host-balise" : "balise", path: "/", sameSite: .strict, isSecure: isSecure)
    }

    /// The request for the app API: with the token of the cookie if the page sent it without another credential, else
    /// unchanged.
    static func authorizing(_ request: EdgeRequest) -> EdgeRequest {
        isFromPage(request) ? authorizingForm(request) : request
    }

    /// The same for a form with a secret that other pages do not know.
    static func authorizingForm(_ request: EdgeRequest) -> EdgeRequest {
        guard request.headers.authorization == nil, request.headers.sessionToken == nil,
            let token = token(in: request.headers)
        else { return request }
        return request.showing(authorization: "Bearer \(token)")
    }

    static func isFromPage(_ request: EdgeRequest) -> Bool { request.headers.requestedWith == marker }

    /// The token in the cookie, valid or not; nil without one.
    static func token(in headers: RequestHeaders) -> String? {
        cookie(isSecure: headers.isSecure).value(in: headers)
    }

    /// Sets the token in the browser for this number of seconds.
    static func field(setting token: SecretText, seconds: Int64, isSecure: Bool) -> HTTPField {
        cookie(isSecure: isSecure).field(setting: token.value, seconds: seconds)
    }

    static func fieldClearing(isSecure: Bool) -> HTTPField { cookie(isSecure: isSecure).fieldClearing }
}
