import Models

/// An IP address or a range in CIDR notation: `127.0.0.1`, `10.0.0.0/8`, `fd00::/8`.
public struct IPAddressRange: Hashable, Sendable {
    private let base: [UInt8]
    /// Leading bits.
    private let prefixLength: Int
    private let text: String

    /// Nil for an invalid address, or a prefix longer than the address.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let base = ClientNetwork.addressBytes(String(first)) else { return nil }
        var prefixLength = base.count * 8
        if parts.count == 2 {
            guard parts[1].allSatisfy(\.isNumber), let length = Int(parts[1]), length <= prefixLength else {
                return nil
            }
            prefixLength = length
        }
        self.base = base
        self.prefixLength = prefixLength
        self.text = text
    }

    /// Whether `address` (without port or brackets) is in the range; an IPv4-mapped one (`::ffff:10.0.0.1`) counts as IPv4.
    public func contains(_ address: String) -> Bool {
        guard let bytes = ClientNetwork.addressBytes(address), bytes.count == base.count else { return false }
        let wholeBytes = prefixLength / 8
        guard bytes.prefix(wholeBytes) == base.prefix(wholeBytes) else { return false }
        let remainder = prefixLength % 8
        guard remainder > 0 else { return true }
        let mask = ~(UInt8.max >> UInt8(remainder))
        return bytes[wholeBytes] & mask == base[wholeBytes] & mask
    }
}

extension IPAddressRange: CustomStringConvertible {
    public var description: String { text }
}
