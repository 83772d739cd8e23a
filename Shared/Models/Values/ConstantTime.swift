// Comparing secrets.

extension Collection<UInt8> {
    /// Whether these are the same bytes, in a time that does not tell where two of the same length differ.
    public func equalsInConstantTime(_ other: some Collection<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return zip(self, other).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
