// The address a request comes from.

import NIOCore
import ServiceRuntime

/// Finds out where a request comes from when proxies stand before the edge.
struct TrustedProxies: Sendable {
    private let ranges: [IPAddressRange]

    init(_ ranges: [IPAddressRange]) { self.ranges = ranges }

    func contains(_ address: String) -> Bool { ranges.contains { $0.contains(address) } }

    /// The client's address: the last one in the list that is no trusted proxy itself.
    ///
    /// Each proxy appends whom it heard from, so only the entries behind that one were written by proxies that are
    /// trusted; whatever stands before it the client may have made up. An entry that is no address ends the search.
    /// - Parameters:
    ///   - forwardedFor: The `X-Forwarded-For` list.
    ///   - peer: Who is connected; a trusted proxy.
    func client(forwardedFor: String?, peer: String) -> String {
        var client = peer
        guard let forwardedFor else { return client }
        for entry in forwardedFor.split(separator: ",").reversed() {
            guard let address = canonicalAddress(entry) else { break }
            client = address
            if !contains(address) { break }
        }
        return client
    }
}

/// An address in its one usual form, without brackets, port, or the IPv6 wrapping of an IPv4 address; nil when `text`
/// is none.
func canonicalAddress(_ text: some StringProtocol) -> String? {
    var address = text.drop { $0 == " " || $0 == "\t" }
    while address.last == " " || address.last == "\t" { address = address.dropLast() }
    if address.first == "[" {
        guard let end = address.firstIndex(of: "]") else { return nil }
        address = address[address.index(after: address.startIndex)..<end]
    } else if address.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1, let port = address.firstIndex(of: ":") {
        address = address[..<port]
    }
    guard let parsed = try? SocketAddress(ipAddress: String(address), port: 0) else { return nil }
    return parsed.canonicalText
}

extension SocketAddress {
    /// The address without its port; an IPv4 address that came over an IPv6 socket as what it is.
    var canonicalText: String? {
        guard let text = ipAddress else { return nil }
        let mapped = "::ffff:"
        guard text.utf8.count > mapped.utf8.count, text.lowercased().hasPrefix(mapped), text.contains(".") else {
            return text
        }
        return String(text.dropFirst(mapped.count))
    }
}

extension String.UTF8View.SubSequence {
    fileprivate func count(where isIncluded: (UInt8) -> Bool) -> Int { reduce(0) { isIncluded($1) ? $0 + 1 : $0 } }
}
