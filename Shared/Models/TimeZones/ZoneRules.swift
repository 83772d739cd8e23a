// The rules of a time zone.

/// How far ahead of UTC the clocks of a time zone are, and when that changes.
public struct ZoneRules: Hashable, Sendable {
    /// When it changes, in seconds since 1970, the earliest first.
    let changes: [Int64]
    /// How many seconds the clocks are ahead of UTC: before the first change, and from each change on.
    let offsets: [Int32]
    /// What holds from the last change on; nil where that stays as it is.
    let future: YearlyRules?

    init(changes: [Int64], offsets: [Int32], future: YearlyRules? = nil) {
        (self.changes, self.offsets, self.future) = (changes, offsets, future)
    }

    /// Of clocks that never change.
    public init(fixedOffset seconds: Int32) { self.init(changes: [], offsets: [seconds]) }

    public static let utc = ZoneRules(fixedOffset: 0)

    /// From when on changes are kept, 2000: nothing that is asked for here is older.
    static let earliest: Int64 = 946_684_800

    /// How many seconds the clocks are ahead of UTC at a moment.
    ///
    /// - Parameter second: since 1970.
    public func offset(at second: Int64) -> Int64 {
        if let future, changes.last.map({ second >= $0 }) ?? true { return Int64(future.offset(at: second)) }
        return Int64(offsets[count(until: second)])
    }

    /// When the clocks change next after a moment, both in seconds since 1970; nil where they never do.
    public func change(after second: Int64) -> Int64? {
        for index in count(until: second)..<changes.count where offsets[index] != offsets[index + 1] {
            return changes[index]
        }
        return future?.change(after: max(second, changes.last ?? second))
    }

    /// The number of changes up to a moment.
    private func count(until second: Int64) -> Int {
        var range = 0..<changes.count
        while let middle = range.middle {
            range = changes[middle] <= second ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}

extension Range<Int> {
    /// Nil for an empty range.
    fileprivate var middle: Int? { isEmpty ? nil : lowerBound + count / 2 }
}
