// Which network a client calls from: what attempts are counted by, and the little of it that a log may tell.

import Foundation

/// The network that an address belongs to.
public struct ClientNetwork: Hashable, Sendable {
    /// What of the address stands for its owner: of IPv6 the first 64 bits, since whoever has one address has all that
    /// share them; otherwise all of it.
    public let owner: [UInt8]
    /// The larger network, as a log may tell it: `192.0.2.0/24`, `2001:db8:1::/48`; `unknown` for what is no address.
    public let redacted: String

    /// The network of an address in text form; nil counts as one address that nobody knows.
    public init(_ address: Personal<String>?) {
        let text = address?.value ?? ""
        var four = [UInt8](repeating: 0, count: 4)
        var six = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &four) == 1 {
            owner = four
            redacted = "\(four[0]).\(four[1]).\(four[2]).0/24"
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            owner = Array(six.prefix(8))
            let groups = stride(from: 0, to: 6, by: 2).map { String(Int(six[$0]) << 8 | Int(six[$0 + 1]), radix: 16) }
            redacted = groups.joined(separator: ":") + "::/48"
        } else {
            owner = Array(text.utf8)
            redacted = "unknown"
        }
    }
}

extension ClientInfo {
    /// The network that the client calls from.
    public var network: ClientNetwork { ClientNetwork(address) }
}
