@testable import Edge

@Suite("The number of a tile") struct TileCoordinateTests {
    @Test(
        "A tile has the number that other programs give it",
        arguments: [
            (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
            (12, 3423, 1763, 19_078_479), (12, 2074, 1409, 19_841_346), (20, 0, 0, 366_503_875_925),
            (26, 1 << 25, 3, 5_629_499_534_213_114), (30, (1 << 30) - 1, (1 << 30) - 1, 1_152_921_504_606_846_975),
        ] as [(Int, UInt64, UInt64, UInt64)])
    func known(_ zoom: Int, _ column: UInt64, _ row: UInt64, _ id: UInt64) {
        #expect(TileCoordinate(zoom: zoom, column: column, row: row)?.id == id)
    }

    @Test("Each tile has its own number, and neighbours on the curve differ by one", arguments: 0...6)
    func curve(_ zoom: Int) throws {
        let side: UInt64 = 1 << UInt64(zoom)
        var places: [UInt64: (x: UInt64, y: UInt64)] = [:]
        for x in 0..<side {
            for y in 0..<side {
                let tile = try #require(TileCoordinate(zoom: zoom, column: x, row: y))
                places[tile.id] = (x, y)
            }
        }
        let ids = places.keys.sorted()
        let first = ((1 as UInt64) << (2 * UInt64(zoom))) / 3
        #expect(ids == Array(first..<first + side * side))
        for (id, next) in zip(ids, ids.dropFirst()) {
            let (one, other) = (try #require(places[id]), try #require(places[next]))
            let steps = max(one.x, other.x) - min(one.x, other.x) + max(one.y, other.y) - min(one.y, other.y)
            #expect(steps == 1)
        }
    }

    @Test(
        "A path with other characters or an impossible tile is refused",
        arguments: [
            ["0", "0", "1"], ["1", "2", "0"], ["31", "0", "0"], ["-1", "0", "0"], ["+1", "0", "0"], ["1", "0", ""],
            ["1", "0", "0.png"], ["99999999999999999999", "0", "0"], ["1", "0"], ["١", "0", "0"], ["1", " 0", "0"],
        ])
    func unreadable(_ parts: [String]) {
        #expect(TileCoordinate(parts) == nil)
    }

    @Test("A path names a tile by zoom, column and row") func readable() {
        #expect(TileCoordinate(["12", "3423", "1763"]) == TileCoordinate(zoom: 12, column: 3423, row: 1763))
    }
}
