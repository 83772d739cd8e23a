// Counts by kind must not reveal single users.

@Suite struct FoldedCountsTests {
    private typealias Group = FoldedCounts.Group

    @Test("Kinds with ten or more are listed, the largest first, and equal kinds are added")
    func groups() {
        let counts = FoldedCounts(folding: [
            Group(name: "b", count: 10), Group(name: nil, count: 6), Group(name: "a", count: 10),
            Group(name: nil, count: 6),
        ])
        #expect(
            counts.groups == [Group(name: nil, count: 12), Group(name: "a", count: 10), Group(name: "b", count: 10)])
        #expect(counts.others == nil)
    }

    @Test("The number of the others is shown from ten on", arguments: [(4, nil), (5, 10)] as [(Int, Int?)])
    func others(_ each: Int, _ others: Int?) {
        let counts = FoldedCounts(folding: [
            Group(name: "a", count: 30), Group(name: "b", count: each), Group(name: "c", count: each),
        ])
        #expect(counts.groups == [Group(name: "a", count: 30)])
        #expect(counts.others == others)
    }

    @Test("The number of kinds is bounded, and the rest are others")
    func bound() {
        let many = (0..<150).map { Group(name: "version \($0)", count: 10) }
        let counts = FoldedCounts(folding: many, total: 2000)
        #expect(counts.groups.count == FoldedCounts.maximumGroups)
        #expect(counts.others == 1000)
    }
}
