// Which requests come from one source.

import Foundation

/// What of an address stands for its owner: of IPv6 the first 64 bits, which whoever has one address has all of, otherwise all
/// of it.
func sourceNetwork(of address: String) -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
    // An address of IPv4 in the form of IPv6.
    if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
        return bytes[12...].map { String($0) }.joined(separator: ".")
    }
    return bytes[..<8].map { String($0, radix: 16) }.joined(separator: ":")
}
