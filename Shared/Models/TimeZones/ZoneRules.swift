/// The UTC offsets of a time zone and the moments at which they change, read from a TZif file (RFC 9636).
public struct ZoneRules: Hashable, Sendable {
    /// The moments of the changes, in seconds since 1970, in order.
    let changes: [Int64]
    /// The offsets in seconds: before the first change, and after each change.
    let offsets: [Int32]
    /// The rules after the last change; nil if the offset stays the same.
    let future: YearlyRules?

    init(changes: [Int64], offsets: [Int32], future: YearlyRules? = nil) {
        (self.changes, self.offsets, self.future) = (changes, offsets, future)
    }

    public init(fixedOffset seconds: Int32) { self.init(changes: [], offsets: [seconds]) }

    public static let utc = ZoneRules(fixedOffset: 0)

    /// The beginning of the year 2000, in seconds since 1970. Earlier changes are dropped, because no code needs them.
    static let earliest: Int64 = 946_684_800

    /// Returns the offset from UTC in seconds at a moment.
    /// - Parameter second: The moment in seconds since 1970.
    public func offset(at second: Int64) -> Int64 {
        if let future, changes.last.map({ second >= $0 }) ?? true { return Int64(future.offset(at: second)) }
        return Int64(offsets[count(until: second)])
    }

    /// Returns the next change after a moment, both in seconds since 1970; nil if no change follows.
    public func change(after second: Int64) -> Int64? {
        for index in count(until: second)..<changes.count where offsets[index] != offsets[index + 1] {
            return changes[index]
        }
        return future?.change(after: max(second, changes.last ?? second))
    }

    private func count(until second: Int64) -> Int {
        var range = 0..<changes.count
        while let middle = range.middle {
            range = changes[middle] <= second ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}

extension Range<Int> {
    fileprivate var middle: Int? { isEmpty ? nil : lowerBound + count / 2 }
}
