extension Dictionary {
    /// Makes room for one more key. It removes expired entries, and if that is not enough, an eighth of the removable
    /// ones.
    ///
    /// - Parameter precedes: The order in which removable entries are removed; without it any eighth is.
    @inlinable
    public mutating func makeRoom(
        within memory: Int, isOver: (Value) -> Bool, mayGo: (Value) -> Bool = { _ in true },
        firstGoes precedes: ((Value, Value) -> Bool)? = nil
    ) {
        guard count >= memory else { return }
        self = filter { !isOver($0.value) }
        guard count >= memory else { return }
        let candidates = filter { mayGo($0.value) }
        let keys = precedes.map { precedes in
            candidates.sorted { precedes($0.value, $1.value) }.map(\.key)
        }
        for surplus in (keys ?? Array(candidates.keys)).prefix(Swift.max(1, memory / 8)) { self[surplus] = nil }
    }
}
