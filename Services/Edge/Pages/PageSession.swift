// How the page /account stays signed in: the session's token in a cookie (RFC 6265), which no script can read.

import HTTPTypes
import Models

/// The cookie in which the page for accounts keeps the token of its session.
///
/// It counts for the API of the apps, and only for a request that says by a header field of its own that it comes from that
/// page: a page of another origin cannot set the field without the browser's asking first, which is refused, and the
/// browser sends the cookie with requests of this site alone.
enum PageSession {
    /// The value of `X-Requested-With` by which the page's requests are known.
    static let marker = "BaliseAccount"

    /// Over https no other host of the site can set a cookie of this name (RFC 6265bis, section 4.1.3.2).
    private static func cookie(isSecure: Bool) -> BrowserCookie {
        BrowserCookie(
            name: isSecure ? "__Host-balise" : "balise", path: "/", sameSite: .strict, isSecure: isSecure)
    }

    /// The request as the API of the apps reads it: with the token of the cookie where it comes from the page and shows
    /// nothing else, or else as it is.
    static func authorizing(_ request: EdgeRequest) -> EdgeRequest {
        isFromPage(request) ? authorizingForm(request) : request
    }

    /// The same for a form of a page that shows what another page does not know.
    static func authorizingForm(_ request: EdgeRequest) -> EdgeRequest {
        guard request.headers.authorization == nil, request.headers.sessionToken == nil,
            let token = token(in: request.headers)
        else { return request }
        return request.showing(authorization: "Bearer \(token)")
    }

    /// Whether a request says that it comes from the page.
    static func isFromPage(_ request: EdgeRequest) -> Bool { request.headers.requestedWith == marker }

    /// The token in the cookie, whether it counts or not; nil without one.
    static func token(in headers: RequestHeaders) -> String? {
        cookie(isSecure: headers.isSecure).value(in: headers)
    }

    /// Gives the token to the browser for so many seconds.
    static func field(setting token: SecretText, seconds: Int64, isSecure: Bool) -> HTTPField {
        cookie(isSecure: isSecure).field(setting: token.value, seconds: seconds)
    }

    /// Takes the token from the browser.
    static func fieldClearing(isSecure: Bool) -> HTTPField { cookie(isSecure: isSecure).fieldClearing }
}
