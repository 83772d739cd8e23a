import Models

/// The cookie of /account with its session's token. The app API accepts it only with a header field that a page of another
/// origin cannot set without a preflight, which is refused. The browser sends it only with requests of this site.
enum PageSession {
    /// `X-Requested-With` of the page's requests.
    static let marker = "BaliseAccount"

    /// Adds the cookie's token if the page sent the request without another credential.
    static func authorizing(_ request: EdgeRequest) -> EdgeRequest {
        isFromPage(request) ? authorizingForm(request) : request
    }

    /// For a form with a secret that other pages do not know.
    static func authorizingForm(_ request: EdgeRequest) -> EdgeRequest {
        guard request.headers.authorization == nil, request.headers.sessionToken == nil,
            let token = token(in: request.headers)
        else { return request }
        return request.showing(authorization: "Bearer \(token.value)")
    }

    static func isFromPage(_ request: EdgeRequest) -> Bool { request.headers.requestedWith == marker }

    static func token(in headers: RequestHeaders) -> SecretText? {
        BrowserCookie.pageSession.value(in: headers, isSecure: headers.isSecure)
    }
}
