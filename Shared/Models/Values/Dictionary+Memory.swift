// Bounds the memory of a dictionary whose entries lose their meaning after a while.

extension Dictionary {
    /// Makes room for one more key: first goes what is over, then, when that is not enough, an eighth of what may go.
    ///
    /// - Parameter precedes: Which of two goes first of what may go; without it any eighth goes.
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
