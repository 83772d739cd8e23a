import HTTPTypes
import Models

/// The cookie of /account with its session's token (RFC 6265). The app API accepts it only with a header field that a page
/// of another origin cannot set without a preflight, which is refused. The browser sends it only with requests of this
/// site.
enum PageSession {
    /// `X-Requested-With` of the page's requests.
    static let marker = "BaliseAccount"

    /// Over https, no other host of the site can set a cookie of this name (RFC 6265bis, section 4.1.3.2).
    private static func cookie(isSecure: Bool) -> BrowserCookie {
        BrowserCookie(
            name: isSecure ? "__Host-balise" : "balise", path: "/", sameSite: .strict, isSecure: isSecure)
    }

    /// Adds the cookie's token if the page sent the request without another credential.
    static func authorizing(_ request: EdgeRequest) -> EdgeRequest {
        isFromPage(request) ? authorizingForm(request) : request
    }

    /// For a form with a secret that other pages do not know.
    static func authorizingForm(_ request: EdgeRequest) -> EdgeRequest {
        guard request.headers.authorization == nil, request.headers.sessionToken == nil,
            let token = token(in: request.headers)
        else { return request }
        return request.showing(authorization: "Bearer \(token)")
    }

    static func isFromPage(_ request: EdgeRequest) -> Bool { request.headers.requestedWith == marker }

    static func token(in headers: RequestHeaders) -> String? {
        cookie(isSecure: headers.isSecure).value(in: headers)
    }

    static func field(setting token: SecretText, seconds: Int64, isSecure: Bool) -> HTTPField {
        cookie(isSecure: isSecure).field(setting: token.value, seconds: seconds)
    }

    static func fieldClearing(isSecure: Bool) -> HTTPField { cookie(isSecure: isSecure).fieldClearing }
}
