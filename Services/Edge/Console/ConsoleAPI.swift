import BaliseAPI
import Foundation
import HTTPTypes
import Logging
import Models
import NIOCore
import OperatorAPI
import ServiceRuntime
import ServiceSettings

///  `/console/api` serves the calls of the operations port, with the same handlers, roles and audit. A request needs
/// the session's cookie and a header field that a page of another origin cannot set; a change needs the console's
/// origin (Fetch, section 3.2). `checkPicture` and `checkHost` have further rules.
struct ConsoleAPI: API {
    static let root = "/console"
    /// The value of `X-Requested-With` in the page's requests.
    static let marker = "BaliseConsole"

    let name = "console"
    let routes = ConsoleRoutes.all
    let operations: OperationsAPI
    let origin: String?
    let serverName: String
    let tiles: MapTiles?

    var sessions: ConsoleSessions { operations.console }

    func covers(_ path: String) -> Bool {
        path == ConsoleAPI.root || path.utf8.starts(with: "\(ConsoleAPI.root)/".utf8)
    }

    func wantsBody(_ headers: RequestHeaders) -> Bool { MediaType(headers.contentType).kind == .json }

    func answer(_ request: EdgeRequest, by route: Route<ConsoleHandler>) async throws(EdgeError) -> Answer {
        try checkHost(request)
        switch route.handler {
        case .file(let answer): return try answer(request, self)
        case .session(let answer):
            try checkPage(request)
            return try await answer(request, self).unstored
        case .picture(let answer):
            try checkPicture(request)
            _ = try await caller(of: request, for: OperatorCalls.viewers)
            return try await answer(request, self).unstored
        case .operation(let call):
            try checkPage(request)
            let caller = try await caller(of: request, for: call.audience)
            let asking = request.withoutBody
            return try await operations.answer(request, by: call, caller) { () async throws(EdgeError) in
                _ = try await self.caller(of: asking, for: call.audience)
            }
        }
    }

    func caller(of request: EdgeRequest, for audience: APIAudience?) async throws(EdgeError) -> OperatorAccess.Caller {
        let session = try session(of: request)
        let scopes = audience == .anybody ? OperatorCalls.viewers.scopes : audience?.scopes ?? []
        do throws(EdgeError) {
            return try await operations.judge(session.caller, for: request, scopes)
        } catch {
            // The key is revoked or expired, so the session ends, too.
            if error.status == .unauthorized { _ = sessions.end(id: session.id) }
            throw error
        }
    }

    /// Whether browsers reach the console over https.
    var isSecure: Bool { origin?.hasPrefix("https:") == true }

    /// Returns the secret of the session, from the cookie.
    func secret(in request: EdgeRequest) -> SecretText? {
        BrowserCookie.console.value(in: request.headers, isSecure: isSecure)
    }

    func session(of request: EdgeRequest) throws(EdgeError) -> ConsoleSessions.Session {
        guard let secret = secret(in: request), let session = sessions.session(secret) else {
            throw EdgeError(
                .authenticationRequired,
                "you are not signed in, or your session has ended; `balise console` prints a link")
        }
        return session
    }

    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        var answer = operations.render(error, method: method, path: path)
        // With this field, a browser would ask for a password, but the console has no passwords.
        answer.fields.removeAll { $0.name == .wwwAuthenticate }
        answer.fields += PageRenderer.fields
        return answer
    }

    func checkPage(_ request: EdgeRequest) throws(EdgeError) {
        guard request.headers.requestedWith == ConsoleAPI.marker else {
            throw EdgeError(.forbidden, "only the page /console may call this; tools call the operations port")
        }
        // A browser sends the origin with every script's request except GET and HEAD.
        let shown = request.headers.origin
        guard shown.map({ isOwnOrigin($0, of: request) }) ?? (request.method == .get || request.method == .head) else {
            throw EdgeError(
                .forbidden,
                "this request does not come from the console; if the console is behind a proxy, set console.publicUrl")
        }
    }

    /// Checks a picture's request, which has no header of the page's own and no `Origin`. The cookie excludes other
    /// sites. `Sec-Fetch-Site`, which not every browser sends, excludes other origins of the same site.
    /// `Cross-Origin-Resource-Policy` excludes both, and hides from them whether an operator is signed in.
    func checkPicture(_ request: EdgeRequest) throws(EdgeError) {
        let headers = request.headers
        guard headers.fetchSite.map({ $0 == "same-origin" }) ?? true,
            headers.origin.map({ isOwnOrigin($0, of: request) }) ?? true
        else { throw EdgeError(.forbidden, "only the page /console may load this picture") }
    }

    /// Throws for foreign host names, against DNS rebinding: for the browser, a foreign name that points here would
    /// have the console's origin. An IP address, `localhost` (RFC 6761, section 6.3) and the name in
    /// `console.publicUrl` cannot be misused in this way.
    func checkHost(_ request: EdgeRequest) throws(EdgeError) {
        let name = request.headers.hostName?.lowercased() ?? ""
        // A request without a host name is not from a browser.
        guard !name.isEmpty, name != "localhost", !name.hasSuffix(".localhost"),
            (try? SocketAddress(ipAddress: name, port: 0)) == nil
        else { return }
        let own = origin.flatMap { URLComponents(string: $0)?.host }
        guard own != name else { return }
        throw EdgeError(
            .forbidden,
            "the console is not known by this name: open it by its IP address or by localhost, or set console.publicUrl to "
                + "the address that browsers show")
    }

    /// Returns the address that a link shows: `localhost` in place of a loopback address, because browsers have no
    /// passkeys at an IP address.
    static func namedAddress(_ address: String) -> String {
        for loopback in ["://127.0.0.1", "://[::1]"] {
            guard let found = address.range(of: loopback) else { continue }
            return address.replacingCharacters(in: found, with: "://localhost")
        }
        return address
    }

    private func isOwnOrigin(_ shown: String, of request: EdgeRequest) -> Bool {
        if let origin { return shown == origin }
        return request.headers.host.map { shown == "http://\($0)" || shown == "https://\($0)" } ?? false
    }

    /// Returns the relying party. Without `console.publicUrl`, it is `localhost` with the console's own port. Other
    /// names and ports are refused, because a browser would offer the same passkeys to another program on this machine.
    func relyingParty(of request: EdgeRequest) throws(EdgeError) -> ConsoleRelyingParty {
        let party =
            origin.map { ConsoleRelyingParty(origin: $0) } ?? ConsoleRelyingParty(listeningAt: sessions.address())
        if let party, request.headers.origin == party.origin { return party }
        throw EdgeError(
            .conflict,
            "passkeys do not work at this address: open the console by http://localhost and its port, "
                + "or set console.publicUrl to its https address")
    }
}

extension OperationsAPI {
    /// Returns the same caller with the current rights. Rights behind a passkey are not cached: if auth-session is
    /// unreachable, no operator gets in.
    func judge(
        _ caller: OperatorAccess.Caller, for request: EdgeRequest, _ scopes: [APIKeyScope]
    ) async throws(EdgeError) -> OperatorAccess.Caller {
        guard case .apiKey(_, _, _, let shown) = caller else { return caller }
        switch shown {
        case .apiKey(let key):
            return .apiKey(try await access.authorize(request.showing(apiKey: key.value), scopes), showing: shown)
        case .passkey(let secret):
            let call = call(request, named: "JudgeAPIKey", by: .healthCheck)
            let principal = try await call.send(JudgeAPIKey(secret: secret))
            guard scopes.contains(where: principal.scopes.contains) else {
                throw EdgeError(.forbidden, "this needs an API key with the scope \(scopes.first?.rawValue ?? "")")
            }
            return .apiKey(principal, showing: shown)
        case .token: throw EdgeError(.authenticationRequired, "send the API key itself")
        }
    }
}

/// The relying party of W3C Web Authentication, section 4. Its id is the host of the console's address.
struct ConsoleRelyingParty: Hashable, Sendable {
    let id: String
    let origin: String

    /// Makes the relying party of an origin: a scheme, a host and perhaps a port. Nil for an IP address, and for
    /// another machine without TLS, because browsers have no passkeys there.
    init?(origin: String) {
        let isSecure = origin.hasPrefix("https://")
        guard isSecure || origin.hasPrefix("http://") else { return nil }
        let host = origin.dropFirst(isSecure ? 8 : 7).prefix { $0 != ":" && $0 != "/" }
        let last = host.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        guard !host.isEmpty, !host.hasPrefix("["), !last.isEmpty, last.contains(where: { !$0.isNumber }),
            isSecure || host == "localhost"
        else { return nil }
        id = String(host)
        self.origin = origin
    }

    /// Makes the relying party on this machine, for a listener such as `http://127.0.0.1:8081`.
    init?(listeningAt address: String) {
        let end = address.split(separator: ":").last ?? ""
        let isPort = !end.isEmpty && end.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        self.init(origin: "http://localhost" + (isPort ? ":\(end)" : ""))
    }
}
