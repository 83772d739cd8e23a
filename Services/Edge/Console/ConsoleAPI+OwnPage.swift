import Foundation
import HTTPTypes
import Models
import NIOCore

extension ConsoleAPI {
    func checkPage(_ request: EdgeRequest) throws(EdgeError) {
        guard request.headers.requestedWith == ConsoleAPI.marker else {
            throw EdgeError(.forbidden, "only the page /console may call this; tools call the operations port")
        }
        // A browser sends the origin with every request of a script except GET and HEAD.
        let shown = request.headers.origin
        guard shown.map({ isOwnOrigin($0, of: request) }) ?? (request.method == .get || request.method == .head) else {
            throw EdgeError(
                .forbidden,
                "this request does not come from the console; if the console is behind a proxy, set console.publicUrl")
        }
    }

    /// A picture's request has no header of the page's own and no `Origin`. The cookie keeps out other sites, and
    /// `Sec-Fetch-Site`, which not every browser sends, other origins of the same site. `Cross-Origin-Resource-Policy`
    /// stops both, and hides from them whether an operator is signed in.
    func checkPicture(_ request: EdgeRequest) throws(EdgeError) {
        let headers = request.headers
        guard headers.fetchSite.map({ $0 == "same-origin" }) ?? true,
            headers.origin.map({ isOwnOrigin($0, of: request) }) ?? true
        else { throw EdgeError(.forbidden, "only the page /console may load this picture") }
    }

    /// Against DNS rebinding: for the browser, a foreign name that points here would have the console's origin. An IP
    /// address, `localhost` (RFC 6761, section 6.3) and the name in `console.publicUrl` cannot be misused so.
    func checkHost(_ request: EdgeRequest) throws(EdgeError) {
        let name = request.headers.hostName?.lowercased() ?? ""
        // A request without a name is not from a browser.
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
