import Foundation

/// The network of an address. All counts and limits by origin use networks.
public struct ClientNetwork: Hashable, Sendable {
    private enum Form { case four, six, unknown }

    /// The bytes that identify the customer of an address: the first 64 bits of an IPv6 address, because one customer
    /// has all addresses with the same 64 bits; otherwise the whole address.
    public let owner: [UInt8]
    private let form: Form

    /// Creates the network of an address. All unknown addresses (nil) count as one network.
    public init(_ address: Personal<String>?) { self.init(text: address?.value ?? "") }

    /// Creates a network from an address, or from another text that identifies a client.
    public init(text: String) {
        let bytes = ClientNetwork.addressBytes(text)
        switch bytes?.count {
        case 4: form = .four
        case 16: form = .six
        default: form = .unknown
        }
        owner = bytes.map { Array($0.prefix(8)) } ?? Array(text.utf8)
    }

    /// Returns the bytes of an address: 4 for IPv4, also mapped (`::ffff:192.0.2.7`), 16 for IPv6; nil for other texts.
    public static func addressBytes(_ text: String) -> [UInt8]? {
        var four = [UInt8](repeating: 0, count: 4)
        if inet_pton(AF_INET, text, &four) == 1 { return four }
        var sixteen = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, text, &sixteen) == 1 else { return nil }
        let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
        return sixteen.starts(with: mappedPrefix) ? Array(sixteen.suffix(4)) : sixteen
    }

    /// The surrounding network, for logs: `192.0.2.0/24`, `2001:db8:1::/48`; `unknown` if the text is no address.
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

    /// `owner` as a text, for tables with text keys.
    public var ownerText: String {
        switch form {
        case .four: owner.map { String($0) }.joined(separator: ".")
        case .six: owner.map { String($0, radix: 16) }.joined(separator: ":")
        case .unknown: String(decoding: owner, as: UTF8.self)
        }
    }
}

extension ClientInfo {
    public var network: ClientNetwork { ClientNetwork(address) }
}
