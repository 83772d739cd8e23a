// Where APNs is.

import Foundation
import NIOCore

/// A host of APNs, taken from an address.
struct APNsHost: Hashable, Sendable {
    let name: String
    let port: Int
    /// What stands before `/3/device`; empty with Apple.
    let path: String

    init(_ url: URL) {
        name = url.host ?? ""
        port = url.port ?? 443
        path = url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
    }

    /// By which name its certificate has to know it; nil for an address, which then has to stand there.
    var nameForTLS: String? { (try? SocketAddress(ipAddress: name, port: port)) == nil ? name : nil }

    /// As requests name it (RFC 9113, section 8.3.1).
    var authority: String {
        let host = name.contains(":") ? "[\(name)]" : name
        return port == 443 ? host : "\(host):\(port)"
    }
}
