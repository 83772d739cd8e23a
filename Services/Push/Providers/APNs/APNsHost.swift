import Foundation
import NIOCore

struct APNsHost: Hashable, Sendable {
    let name: String
    let port: Int
    /// Before `/3/device`; empty for Apple.
    let path: String

    init(_ url: URL) {
        name = url.host ?? ""
        port = url.port ?? 443
        path = url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
    }

    var nameForTLS: String? { (try? SocketAddress(ipAddress: name, port: port)) == nil ? name : nil }

    /// RFC 9113, section 8.3.1.
    var authority: String {
        let host = name.contains(":") ? "[\(name)]" : name
        return port == 443 ? host : "\(host):\(port)"
    }
}
