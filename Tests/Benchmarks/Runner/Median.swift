// The middle of several runs: one run that was disturbed does not move it.

extension Array where Element == Double {
    /// The middle value, or 0 when there is none.
    var median: Double {
        let ordered = sorted()
        return ordered.isEmpty ? 0 : ordered[ordered.count / 2]
    }
}

extension Sequence {
    /// The median of one property of all elements.
    func median(_ value: (Element) -> Double) -> Double { map(value).median }
}
