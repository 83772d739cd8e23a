// What is counted is remembered in bounded memory.

extension Dictionary {
    /// Makes room for one more key: first goes what is over, then, when that is not enough, any eighth of what may go.
    mutating func makeRoom(within memory: Int, isOver: (Value) -> Bool, mayGo: (Value) -> Bool) {
        guard count >= memory else { return }
        self = filter { !isOver($0.value) }
        guard count >= memory else { return }
        for surplus in filter({ mayGo($0.value) }).keys.prefix(Swift.max(1, memory / 8)) { self[surplus] = nil }
    }
}
