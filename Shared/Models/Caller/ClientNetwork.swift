// Which network a client calls from: what attempts are counted by, and the little of it that a log may tell.

import Foundation

/// The network that an address belongs to. Whatever is counted or bounded by where it comes from goes by this.
public struct ClientNetwork: Hashable, Sendable {
    private enum Form { case four, six, unknown }

    /// What of the address stands for its owner: of IPv6 the first 64 bits, since whoever has one address has all that
    /// share them; otherwise all of it.
    public let owner: [UInt8]
    private let form: Form

    /// The network of an address in text form; nil counts as one address that nobody knows.
    public init(_ address: Personal<String>?) { self.init(text: address?.value ?? "") }

    /// The network of an address in text form, or of any other text that stands for a client.
    public init(text: String) {
        let bytes = ClientNetwork.addressBytes(text)
        switch bytes?.count {
        case 4: form = .four
        case 16: form = .six
        default: form = .unknown
        }
        owner = bytes.map { Array($0.prefix(8)) } ?? Array(text.utf8)
    }

    /// The bytes of an IP address in text form: 4 of IPv4, 16 of IPv6; nil for what is no address.
    ///
    /// An IPv4 address in the form of IPv6 (`::ffff:192.0.2.7`) is the IPv4 address that it stands for.
    public static func addressBytes(_ text: String) -> [UInt8]? {
        var four = [UInt8](repeating: 0, count: 4)
        if inet_pton(AF_INET, text, &four) == 1 { return four }
        var sixteen = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, text, &sixteen) == 1 else { return nil }
        let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
        return sixteen.starts(with: mappedPrefix) ? Array(sixteen.suffix(4)) : sixteen
    }

    /// The larger network, as a log may tell it: `192.0.2.0/24`, `2001:db8:1::/48`; `unknown` for what is no address.
    public var redacted: String {
        switch form {
        case .four: return "\(owner[0]).\(owner[1]).\(owner[2]).0/24"
        case .six:
            let groups = stride(from: 0, to: 6, by: 2).map {
                String(Int(owner[$0]) << 8 | Int(owner[$0 + 1]), radix: 16)
            }
            return groups.joined(separator: ":") + "::/48"
        case .unknown: return "unknown"
        }
    }

    /// The network in text form, for a table whose keys are texts.
    public var ownerText: String {
        switch form {
        case .four: owner.map { String($0) }.joined(separator: ".")
        case .six: owner.map { String($0, radix: 16) }.joined(separator: ":")
        case .unknown: String(decoding: owner, as: UTF8.self)
        }
    }
}

extension ClientInfo {
    /// The network that the client calls from.
    public var network: ClientNetwork { ClientNetwork(address) }
}
