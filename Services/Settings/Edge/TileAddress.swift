import Models
import ServiceRuntime

/// Tiles with `{z}`, `{x}` and `{y}`, as tile servers use it (Web Mercator, 256 pixels, the first row in the north).
public struct TileAddress: Hashable, Sendable {
    public let template: String
    /// Scheme, host and port in lower case. Only letters, digits and `-.:/`, so it is one source of a Content-Security-Policy
    /// (CSP 3, section 2.3.1) and cannot start another directive.
    public let origin: String

    /// Throws for an address that browsers cannot request, or that could name several hosts.
    init(_ text: String) throws(ValueForm<TileAddress>.InvalidValue) {
        typealias Problem = ValueForm<TileAddress>.InvalidValue
        let isPlain = { (byte: UInt8) in (0x21...0x7E).contains(byte) && !"\"'`;,\\<>#".utf8.contains(byte) }
        guard text.utf8.allSatisfy(isPlain) else {
            throw Problem("holds a space, a quote, one of ;,\\<># or what is not ASCII")
        }
        let scheme = text.prefix { $0 != ":" }.lowercased()
        guard ["http", "https"].contains(scheme), text.dropFirst(scheme.count).hasPrefix("://") else {
            throw Problem("begins with neither https:// nor http://")
        }
        let rest = text.dropFirst(scheme.count + 3)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }.lowercased()
        let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let host = parts.first ?? ""
        guard !host.isEmpty, String(host).isASCIIAlphanumeric(or: "-."),
            host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty })
        else { throw Problem("has no host name of letters, digits, hyphens and dots") }
        guard parts.count == 1 || parts[1].utf8.allSatisfy(\.isASCIIDigit) && UInt16(parts[1]).map({ $0 > 0 }) == true
        else { throw Problem("has no port from 1 to 65535 behind the colon") }
        guard scheme == "https" || host == "localhost" || host == "127.0.0.1" else {
            throw Problem("is not encrypted, which is for localhost and 127.0.0.1 alone; write https://")
        }
        let path = rest.dropFirst(authority.count)
        var bare = String(path)
        for place in ["{z}", "{x}", "{y}"] {
            guard path.split(separator: place, omittingEmptySubsequences: false).count == 2 else {
                throw Problem("has to hold {z}, {x} and {y} once each, behind the host")
            }
            bare = bare.replacing(place, with: "")
        }
        guard !bare.contains("{"), !bare.contains("}") else {
            throw Problem("holds a place in braces that is not {z}, {x} or {y}")
        }
        template = text
        origin = "\(scheme)://\(authority)"
    }
}

extension ValueForm where Value == TileAddress {
    static let tiles = ValueForm.single(
        "tiles", allowed: "an address such as https://tiles.example/{z}/{x}/{y}.png",
        read: { (text) throws(InvalidValue) in try TileAddress(text) }, write: { $0.template })
}
