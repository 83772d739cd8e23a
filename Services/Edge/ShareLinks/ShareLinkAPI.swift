import BaliseAPI
import HTTPTypes
import Logging
import MessageBus
import Models
import NIOCore
import ServiceSettings

enum ShareLinkHandler: Sendable {
    case page(@Sendable (ShareLinkCall) async throws(EdgeError) -> Answer)
    case script(@Sendable (ShareLinkCall) async throws(EdgeError) -> Answer)
}

/// The pages of share links, for browsers without an account. An address contains the secret of its link, so this API
/// names no path and no client in a log, and its pages send no `Referer` and must not be in any cache or search engine.
struct ShareLinkAPI: API {
    static let root = "/s"

    let name = "share-links"
    let namesClients = false
    let routes: [Route<ShareLinkHandler>] = [
        .get("/{token}", name: "share-link", .page(showSharePage)),
        .post("/{token}", name: "share-link", .page(takeSharePassword)),
        .post("/{token}/view", name: "share-link-view", .script(openSharedView)),
        .get("/{token}/events", name: "share-link-events", .script(streamSharedView)),
        .get("/{token}/tiles/{zoom}/{column}/{row}", name: "share-link-tile", .script(getSharedTile)),
    ]
    private let parts: APIParts
    private let pages: PageRenderer
    private let live: LiveHub
    /// The tiles; nil unless they are an archive, because a viewer's browser calls no other server.
    private let tiles: MapTiles?

    init(_ parts: APIParts, pages: PagesSettings, live: LiveHub, tiles: MapTiles? = nil) {
        self.parts = parts
        self.pages = PageRenderer(pages)
        self.live = live
        self.tiles = tiles?.archive == nil ? nil : tiles
    }

    func covers(_ path: String) -> Bool {
        path == ShareLinkAPI.root || path.utf8.starts(with: "\(ShareLinkAPI.root)/".utf8)
    }

    /// Whether the body is a form: only the form with the password has a body.
    func wantsBody(_ headers: RequestHeaders) -> Bool { MediaType(headers.contentType).kind == .form }

    func answer(_ request: EdgeRequest, by route: Route<ShareLinkHandler>) async throws(EdgeError) -> Answer {
        let texts = PageTexts.preferred(by: request.headers)
        let call = ShareLinkCall(request: request, parts: parts, pages: pages, live: live, tiles: tiles, texts: texts)
        do throws(EdgeError) {
            switch route.handler {
            case .page(let handle): return try await handle(call)
            case .script(let handle): return try await handle(call).with(.unlisted)
            }
        } catch {
            switch route.handler {
            case .page:
                if let cause = error.cause {
                    request.logger.warning("share link failed", metadata: ["cause": .string(cause)])
                }
                return call.notice(error).with(error.wait)
            case .script: throw error
            }
        }
    }

    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        guard path.utf8.dropFirst(ShareLinkAPI.root.utf8.count + 1).contains(UInt8(ascii: "/")) else {
            let texts = PageTexts.preferred(by: RequestHeaders())
            return pages.shareNotice(error, texts)
        }
        return Answer(error, title: error.code.rawValue.lowercased()).with(.unlisted)
    }
}

struct ShareLinkCall: Sendable {
    let request: EdgeRequest
    let parts: APIParts
    let pages: PageRenderer
    let live: LiveHub
    let tiles: MapTiles?
    let texts: PageTexts

    var token: SecretText { SecretText(request.parameters.first ?? "") }

    var viewer: SecretText? { cookie.value(in: request.headers, isSecure: request.headers.isSecure) }

    private var cookie: BrowserCookie { BrowserCookie.shareLink(token.value) }

    /// Finds the link. A guessed token counts against its sender's address.
    func find() async throws(EdgeError) -> FindShareLink.Reply {
        try await guarded(.token, isWrong: { $0.code == .notFound }) { () async throws(EdgeError) in
            try await parts.services.ask(FindShareLink(token: token, viewer: viewer), request.context)
        }
    }

    func open(password: SecretText? = nil, continues: Bool) async throws(EdgeError) -> OpenShareLink.Reply {
        let message = OpenShareLink(token: token, viewer: viewer, password: password, continues: continues)
        guard password != nil else {
            return try await guarded(.token, isWrong: { $0.code == .notFound }) { () async throws(EdgeError) in
                try await parts.services.ask(message, request.context)
            }
        }
        return try await guarded(.password, isWrong: { $0.code == .wrongCredentials }) { () async throws(EdgeError) in
            try await parts.services.ask(message, request.context)
        }
    }

    private func guarded<Reply: Sendable>(
        _ kind: SecretKind, isWrong: (EdgeError) -> Bool, _ ask: () async throws(EdgeError) -> Reply
    ) async throws(EdgeError) -> Reply {
        do throws(EdgeError) {
            return try await parts.attempts.verified(
                kind, in: OpenShareLink.self, from: request.address, isWrong: isWrong, ask)
        } catch {
            throw error.ofShareLink
        }
    }

    /// Returns the cookie, which lasts as long as the link, so that a browser stays the same viewer.
    func cookieField(_ reply: OpenShareLink.Reply) -> HTTPField {
        cookie.setting(reply.viewer, seconds: seconds(until: reply.view.endsAt), isSecure: request.headers.isSecure)
    }

    func seconds(until end: UnixTime) -> Int64 { Int64(max(1, parts.clock.now().seconds(until: end))) }

    func notice(_ error: EdgeError) -> Answer { pages.shareNotice(error, texts) }
}

extension EdgeError {
    /// `Retry-After`, for pages.
    var wait: [HTTPField] { retryAfter.map { [HTTPField(name: .retryAfter, value: String($0))] } ?? [] }

    /// The error with its status: an ended link is 410. A wrong password is 403, as browsers cannot answer a 401 here.
    fileprivate var ofShareLink: EdgeError {
        var error = self
        switch code {
        case .tokenExpired: error.status = .gone
        case .authenticationRequired, .wrongCredentials: error.status = .forbidden
        default: break
        }
        return error
    }
}

extension PageRenderer {
    private static let noticeOfLink = PageTemplate(file: "link-notice.html")

    /// Like `page`, with the fields of a share link.
    func sharePage(
        _ template: PageTemplate, _ texts: PageTexts, status: HTTPResponse.Status = .ok, script: String? = nil,
        _ values: [String: PageValue] = [:]
    ) -> Answer {
        var answer = page(template, title: "sharedPlace", texts, status: status, script: script, values)
        // The page shows the viewer's distance to the place, which it computes itself.
        answer.fields = PageRenderer.fields(imagesFrom: nil, geolocation: "self") + [.unlisted]
        return answer
    }

    func shareNotice(_ error: EdgeError, _ texts: PageTexts) -> Answer {
        let name: String? =
            switch error.code {
            case .notFound: "shareUnknown"
            case .tokenExpired: "shareOver"
            case .forbidden: "shareFull"
            default: nil
            }
        let text = name.map { texts[$0] } ?? texts.text(of: error)
        return sharePage(PageRenderer.noticeOfLink, texts, status: error.status, ["message": .text(text)])
    }
}

extension HTTPField {
    /// The field that keeps a page out of search engines. All large search engines support it.
    static let unlisted = HTTPField(
        name: HTTPField.Name("X-Robots-Tag") ?? .cacheControl, value: "noindex, nofollow, noarchive")
}
