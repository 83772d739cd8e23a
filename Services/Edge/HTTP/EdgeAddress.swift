// Where the edge is, as its clients write it.

import Foundation
import Models
import ServiceRuntime
import ServiceSettings

/// Where the edge is, as its clients write it: the address of the settings, or else the one that a client asked.
struct EdgeAddress: Sendable {
    private let publicURL: URL?

    init(_ settings: HTTPSettings) { publicURL = settings.publicURL }

    /// Whether it is the same for all clients, and no repetition of what they sent.
    var isSet: Bool { publicURL != nil }

    /// The address without a slash at the end.
    ///
    /// Throws 400 for a client that asked for a host that cannot be one.
    func text(for request: EdgeRequest) throws(EdgeError) -> String {
        if let publicURL { return withoutSlash(publicURL.absoluteString) }
        let host = request.headers.host ?? "localhost"
        guard !host.isEmpty, host.utf8.allSatisfy(isOfHost) else {
            throw .invalid("the Host is not the name of a host")
        }
        return "\(request.headers.isSecure ? "https" : "http")://\(host)"
    }
}

private func withoutSlash(_ text: String) -> String { text.hasSuffix("/") ? String(text.dropLast()) : text }

/// Whether a byte may stand in a host with a port (RFC 3986, section 3.2.2), names with escapes left aside.
private func isOfHost(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "-._:[]".utf8.contains(byte)
}
