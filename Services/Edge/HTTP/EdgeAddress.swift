import Foundation
import Models
import ServiceRuntime
import ServiceSettings

/// The address in the settings, or else the host that the client called.
struct EdgeAddress: Sendable {
    private let publicURL: URL?

    init(_ settings: HTTPSettings) { publicURL = settings.publicURL }

    var isSet: Bool { publicURL != nil }

    /// Without a slash at its end. Throws 400 for an invalid host in the request.
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

/// RFC 3986, section 3.2.2; names with escapes are not supported.
private func isOfHost(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "-._:[]".utf8.contains(byte)
}
