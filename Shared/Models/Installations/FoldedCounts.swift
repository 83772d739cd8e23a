public import BaliseJSON

/// Counts by group. Small groups are combined, because a small group could identify a user.
public struct FoldedCounts: JSONConvertible, Hashable {
    /// A group with at least `minimum` members.
    public struct Group: JSONConvertible, Hashable {
        /// Nil if it is unknown.
        public var name: String?
        public var count: Int

        enum CodingKeys: Int, CodingKey { case name = 0, count }

        public init(name: String?, count: Int) {
            self.name = name
            self.count = count
        }
    }

    /// Smaller groups are combined.
    public static let minimum = 10
    /// The most groups. It limits the answer, because clients can invent versions.
    public static let maximumGroups = 100

    /// The largest first.
    public var groups: [Group]
    /// The number in no group; nil if it is less than `minimum`.
    public var others: Int?

    enum CodingKeys: Int, CodingKey { case groups = 0, others }

    /// - Parameters:
    ///   - counts: The counts in any order; a group may occur several times.
    ///   - total: The total, if `counts` are only a part.
    public init(folding counts: [Group], total: Int? = nil) {
        var sums: [String?: Int] = [:]
        for group in counts { sums[group.name, default: 0] += group.count }
        let sorted = sums.map { Group(name: $0, count: $1) }.filter { $0.count >= FoldedCounts.minimum }
            .sorted { ($1.count, $0.name ?? "") < ($0.count, $1.name ?? "") }
        groups = Array(sorted.prefix(FoldedCounts.maximumGroups))
        let rest = (total ?? sums.values.reduce(0, +)) - groups.reduce(0) { $0 + $1.count }
        others = rest >= FoldedCounts.minimum ? rest : nil
    }
}
