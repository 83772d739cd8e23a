extension Collection<UInt8> {
    /// Compares bytes in a time that depends only on the lengths.
    public func equalsInConstantTime(_ other: some Collection<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return zip(self, other).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
