// The middle of several runs: one run that was disturbed does not move it.

extension Array where Element == Double {
    /// The middle value, or 0 without values.
    var median: Double {
        let ordered = sorted()
        return ordered.isEmpty ? 0 : ordered[ordered.count / 2]
    }

    /// The value below which `part` percent of the values lie; 0 without values.
    func percentile(_ part: Int) -> Double {
        isEmpty ? 0 : sorted()[Swift.min(count * part / 100, count - 1)]
    }
}

extension Sequence {
    /// The median of one property of all elements.
    func median(_ value: (Element) -> Double) -> Double { map(value).median }
}
