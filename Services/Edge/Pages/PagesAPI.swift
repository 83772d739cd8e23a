import BaliseAPI
import HTTPTypes
import Logging
import Models
import NIOCore
import ServiceRuntime
import ServiceSettings

/// A user's own account, and a new password from a mailed link. The account page uses the app API for data; this API
/// only serves the pages, their files, and the session cookie.
struct PagesAPI: API {
    static let root = "/account"

    let name = "pages"
    let routes: [Route<PageHandler>] = PagesRoutes.all
    private let parts: APIParts
    private let pages: PageRenderer
    private let signIns: PageSignIns

    init(_ parts: APIParts, settings: Settings) {
        self.parts = parts
        pages = PageRenderer(settings.pages)
        signIns = PageSignIns(settings)
    }

    func covers(_ path: String) -> Bool { path == PagesAPI.root || path.utf8.starts(with: "\(PagesAPI.root)/".utf8) }

    /// Whether an Appwrite SDK sent the request to an endpoint without its root. Passed on, it gets Appwrite's refusal.
    func passesOn(_ headers: RequestHeaders) -> Bool { headers.appwriteProject != nil }

    /// Whether the body is a form, or JSON from the pages' scripts.
    func wantsBody(_ headers: RequestHeaders) -> Bool { MediaType(headers.contentType).kind != .other }

    func answer(_ request: EdgeRequest, by route: Route<PageHandler>) async throws(EdgeError) -> Answer {
        let api = APICall(request: PageSession.authorizing(request), parts: parts)
        let call = PageCall(api: api, pages: pages, signIns: signIns, texts: PageTexts.preferred(by: request.headers))
        do throws(EdgeError) {
            switch route.handler {
            case .page(let handle): return try await handle(call)
            case .script(let handle):
                guard PageSession.isFromPage(request) else {
                    throw EdgeError(.forbidden, "only the page /account may call this; apps call /api/v1/")
                }
                return try await handle(call).with(.noStore)
            }
        } catch {
            // The error is rendered here in the browser's language, which `render` does not know.
            guard case .page = route.handler else { throw error }
            if let cause = error.cause {
                request.logger.warning("page failed", metadata: ["cause": .string(cause)])
            }
            var answer = call.notice(error)
            if let retryAfter = error.retryAfter {
                answer.fields.append(HTTPField(name: .retryAfter, value: String(retryAfter)))
            }
            return answer
        }
    }

    func answerUnrouted(_ request: EdgeRequest, at path: RoutedPath?) async throws(EdgeError) -> Answer {
        guard path == nil, !isOfScript(request.path) else { return try standardAnswer(request, at: path) }
        return pages.missing(PageTexts.preferred(by: request.headers))
    }

    private func isOfScript(_ path: String) -> Bool { path.hasPrefix(PagesAPI.root + PagesRoutes.session) }

    /// Renders an error: for scripts like the app API, and otherwise as a page.
    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        guard !isOfScript(path) else {
            return Answer(error, title: error.code.rawValue.lowercased())
        }
        return pages.notice(error, PageTexts.preferred(by: RequestHeaders()))
    }
}

/// The cookie of /account with its session's token. The app API accepts it only with a header field that a page of
/// another origin cannot set without a preflight, which is refused. Browsers send it only with this site's requests.
enum PageSession {
    /// The value of `X-Requested-With` in the page's requests.
    static let marker = "BaliseAccount"

    /// Adds the cookie's token if the page sent the request without another credential.
    static func authorizing(_ request: EdgeRequest) -> EdgeRequest {
        isFromPage(request) ? authorizingForm(request) : request
    }

    /// Adds the cookie's token to a request by a form. The form must contain a secret that other pages do not know.
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

struct PageSignIns: Sendable {
    /// The identity providers with a web sign-in, by the operator's names for them.
    let providers: [String]
    let hasPasskeys: Bool
    /// Whether all people may make an account, and not only invited ones.
    let admitsAll: Bool
    let address: EdgeAddress

    init(_ settings: Settings) {
        providers = settings.issuers.filter { $0.signIn != nil }.map(\.name)
        hasPasskeys = settings.passkeys.relyingParty != nil
        admitsAll = settings.identity.registration == .open
        address = EdgeAddress(settings.http)
    }
}
