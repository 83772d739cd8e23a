// How many there are of each kind, without telling of the few.

/// How many there are of each kind. Kinds with few are counted together, since few of a kind can be somebody.
public struct FoldedCounts: Codable, Hashable, Sendable {
    /// A kind with at least `minimum`.
    public struct Group: Codable, Hashable, Sendable {
        /// Nil for those of which it is not known.
        public var name: String?
        public var count: Int

        enum CodingKeys: Int, CodingKey { case name = 0, count }

        public init(name: String?, count: Int) {
            self.name = name
            self.count = count
        }
    }

    /// Fewer than this are not told of.
    public static let minimum = 10
    /// How many groups there are at most, since anybody can invent a version.
    public static let maximumGroups = 100

    /// The largest first.
    public var groups: [Group]
    /// How many are in no group; nil when they are fewer than `minimum`, as when there are none.
    public var others: Int?

    enum CodingKeys: Int, CodingKey { case groups = 0, others }

    /// - Parameters:
    ///   - counts: how many there are of each kind, in any order; the same kind may come several times.
    ///   - total: how many there are in all, where `counts` are not all of them.
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
