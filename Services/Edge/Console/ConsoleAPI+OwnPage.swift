// What is taken for a request of the console's own page.

import Foundation
import HTTPTypes
import Models
import NIOCore

extension ConsoleAPI {
    /// Judges a call of the page's scripts.
    func checkPage(_ request: EdgeRequest) throws(EdgeError) {
        guard request.headers.requestedWith == ConsoleAPI.marker else {
            throw EdgeError(.forbidden, "only the page /console may call this; tools call the operations port")
        }
        // A browser names the origin in every request of a script that is no GET or HEAD.
        let shown = request.headers.origin
        guard shown.map({ isOwnOrigin($0, of: request) }) ?? (request.method == .get || request.method == .head) else {
            throw EdgeError(
                .forbidden,
                "this request does not come from the console; if the console is behind a proxy, set console.publicUrl")
        }
    }

    /// Judges a request for a picture of the page, which carries no header field of the page's own and, from the page's
    /// own origin, none that names that.
    ///
    /// Pages of other sites are kept out by the cookie, which their requests do not have; those of another origin of
    /// the same site by `Sec-Fetch-Site`, which not every browser sends. `Cross-Origin-Resource-Policy` of every answer
    /// keeps it from both, so that they do not learn either whether anybody is signed in.
    func checkPicture(_ request: EdgeRequest) throws(EdgeError) {
        let headers = request.headers
        guard headers.fetchSite.map({ $0 == "same-origin" }) ?? true,
            headers.origin.map({ isOwnOrigin($0, of: request) }) ?? true
        else { throw EdgeError(.forbidden, "only the page /console may load this picture") }
    }

    /// Refuses a name that somebody else lets lead here (DNS rebinding): a page of that name would be of the console's
    /// origin for the browser. That nobody can do with an IP address, with `localhost` (RFC 6761, section 6.3), or with
    /// the name in `console.publicUrl`.
    func checkHost(_ request: EdgeRequest) throws(EdgeError) {
        let name = request.headers.hostName?.lowercased() ?? ""
        // Without a name it is no browser.
        guard !name.isEmpty, name != "localhost", !name.hasSuffix(".localhost"), !isIPAddress(name) else { return }
        let own = origin.flatMap { URLComponents(string: $0)?.host }
        guard own != name else { return }
        throw EdgeError(
            .forbidden,
            "the console is not known by this name: open it by its IP address or by localhost, or set console.publicUrl to "
                + "the address that browsers show")
    }

    private func isIPAddress(_ name: String) -> Bool { (try? SocketAddress(ipAddress: name, port: 0)) != nil }

    private func isOwnOrigin(_ shown: String, of request: EdgeRequest) -> Bool {
        if let origin { return shown == origin }
        return request.headers.host.map { shown == "http://\($0)" || shown == "https://\($0)" } ?? false
    }
}
