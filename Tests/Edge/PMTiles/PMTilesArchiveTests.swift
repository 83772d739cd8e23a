@testable import Edge

@Suite("An archive of tiles") struct PMTilesArchiveTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("An archive of another program gives each of its tiles")
    func published() async throws {
        let file = folder.url.appendingPathComponent("published.pmtiles")
        try Data(PublishedArchive.bytes).write(to: file)
        let archive = try PMTilesArchive(file)
        #expect(archive.header.zooms == 0...12 && archive.header.leaves.length > 0)
        for zoom in 0...3 {
            for column in 0..<(1 as UInt64) << UInt64(zoom) {
                for row in 0..<(1 as UInt64) << UInt64(zoom) {
                    let text = try await archive.text(zoom, column, row)
                    #expect(text == ((column + row) % 3 == 0 ? "tile \(zoom)/\(column)/\(row)" : "sea"))
                }
            }
        }
        for (column, row) in [(2074, 1409), (2075, 1409), (3423, 1763)] as [(UInt64, UInt64)] {
            let text = try await archive.text(12, column, row)
            #expect(text == "tile 12/\(column)/\(row)")
        }
        for (zoom, column, row) in [(4, 0, 0), (12, 2076, 1409), (12, 0, 0), (13, 0, 0)] as [(Int, UInt64, UInt64)] {
            let text = try await archive.text(zoom, column, row)
            #expect(text == nil)
        }
    }

    @Test("The compression follows from the header", arguments: [false, true], [false, true])
    func compressed(_ packsDirectories: Bool, _ packsTiles: Bool) async throws {
        let pack = { (bytes: [UInt8], packs: Bool) in packs ? SampleArchive.gzip(bytes) : bytes }
        let tiles = ["one", "two"].map { pack(Array($0.utf8), packsTiles) }
        let (first, second) = (UInt64(tiles[0].count), UInt64(tiles[1].count))
        let leaf = pack(SampleArchive.directory([(1, 0, first, 1), (2, first, second, 1)]), packsDirectories)
        let root = SampleArchive.directory([(1, 0, UInt64(leaf.count), 0)])
        var sample = SampleArchive(root: pack(root, packsDirectories), leaves: leaf, tiles: tiles[0] + tiles[1])
        sample.directoryCompression = packsDirectories ? 2 : 1
        sample.tileCompression = packsTiles ? 2 : 1
        let archive = try sample.open(in: folder)
        for _ in 0..<2 {
            let texts = [
                try await archive.text(1, 0, 0), try await archive.text(1, 0, 1), try await archive.text(1, 1, 1),
            ]
            #expect(texts == ["one", "two", nil])
        }
    }

    @Test("A run of tiles shares one picture, and pictures may have any order")
    func runs() async throws {
        // The tiles of zoom 1 have the ids 1 to 4; the last one is stored first.
        let root = SampleArchive.directory([(1, 4, 3, 2), (4, 0, 4, 1), (6, 4, 3, 1)])
        let archive = try SampleArchive(root: root, tiles: Array("landsea".utf8)).open(in: folder)
        let texts = [
            try await archive.text(0, 0, 0), try await archive.text(1, 0, 0), try await archive.text(1, 0, 1),
            try await archive.text(1, 1, 1), try await archive.text(1, 1, 0), try await archive.text(2, 0, 0),
            try await archive.text(2, 1, 0),
        ]
        #expect(texts == [nil, "sea", "sea", nil, "land", nil, "sea"])
    }

    @Test("An archive has no tiles outside its zooms")
    func zooms() async throws {
        var sample = SampleArchive.world
        sample.root = SampleArchive.directory([(0, 0, 5, 30)])
        sample.zooms = (1, 1)
        let archive = try sample.open(in: folder)
        let texts = [try await archive.text(0, 0, 0), try await archive.text(1, 1, 0), try await archive.text(2, 0, 0)]
        #expect(texts == [nil, "world", nil])
    }

    @Test("Leaf directories have at most three levels", arguments: [1, 2, 3, 4])
    func levels(_ count: Int) async throws {
        var sample = SampleArchive.world
        // Each level leads to the one written before it, the first to the tile.
        var below: SampleArchive.Row = (0, 0, 5, 1)
        for _ in 0..<count {
            let leaf = SampleArchive.directory([below])
            below = (0, UInt64(sample.leaves.count), UInt64(leaf.count), 0)
            sample.leaves += leaf
        }
        sample.root = SampleArchive.directory([below])
        let archive = try sample.open(in: folder)
        if count <= PMTilesArchive.maximumDepth {
            let text = try await archive.text(0, 0, 0)
            #expect(text == "world")
        } else {
            await #expect(throws: UnusableFile.self) { try await archive.text(0, 0, 0) }
        }
    }

    @Test("A leaf directory that refers to itself ends the search")
    func circle() async throws {
        var sample = SampleArchive.world
        sample.leaves = SampleArchive.directory([(0, 0, 5, 0)])
        #expect(sample.leaves.count == 5)
        sample.root = sample.leaves
        let archive = try sample.open(in: folder)
        await #expect { try await archive.text(0, 0, 0) } throws: { "\($0)".contains("in a circle") }
    }

    @Test("A tile that unpacks into too much is refused")
    func bomb() async throws {
        var sample = SampleArchive.world
        sample.tiles = Compressed.bomb
        sample.tileCompression = 2
        sample.root = SampleArchive.directory([(0, 0, UInt64(Compressed.bomb.count), 1)])
        let archive = try sample.open(in: folder, maximumTileLength: 1 << 16)
        await #expect { try await archive.text(0, 0, 0) } throws: { "\($0)".contains("cannot be unpacked") }
        let whole = try await sample.open(in: folder).text(0, 0, 0)
        #expect((whole?.utf8.count ?? 0) > 1_000_000)
    }

    @Test("A damaged tile or leaf directory is an error, and the other tiles are served")
    func damaged() async throws {
        var sample = SampleArchive.world
        sample.leaves = [1, 2, 3]
        sample.root = SampleArchive.directory([(0, 0, 5, 1), (1, 0, 3, 0)])
        let archive = try sample.open(in: folder)
        await #expect { try await archive.text(1, 0, 0) } throws: { "\($0)".contains("no sound PMTiles archive") }
        let text = try await archive.text(0, 0, 0)
        #expect(text == "world")
    }

    @Test("An archive that is cut off while it is open gives no partial tile")
    func cutOff() async throws {
        let sample = SampleArchive.world
        let archive = try sample.open(in: folder)
        let file = try FileHandle(forWritingTo: folder.url.appendingPathComponent("map.pmtiles"))
        try file.truncate(atOffset: UInt64(sample.bytes.count - 2))
        try file.close()
        await #expect(throws: UnusableFile.truncated) { try await archive.text(0, 0, 0) }
    }
}

@Suite("The cache of leaf directories") struct LeafDirectoryCacheTests {
    private func directory(_ count: Int) throws -> PMTilesDirectory {
        let header = try PMTilesHeader(SampleArchive.world.bytes, fileLength: 1 << 20)
        let rows = (0..<UInt64(count)).map { (id: $0, offset: UInt64(0), length: UInt64(1), run: UInt64(1)) }
        return try PMTilesDirectory(SampleArchive.directory(rows), in: header)
    }

    @Test("The cache has a limited number of entries, and drops the least recently used")
    func entries() throws {
        var cache = LeafDirectoryCache(maximumEntries: 10)
        for offset in [1, 2] as [UInt64] { cache.insert(try directory(4), at: offset) }
        #expect(cache.directory(at: 1) != nil)
        cache.insert(try directory(4), at: 3)
        #expect(cache.directory(at: 2) == nil && cache.directory(at: 1) != nil && cache.directory(at: 3) != nil)
        #expect(cache.entryCount == 8)
        cache.insert(try directory(2), at: 3)
        #expect(cache.entryCount == 6 && cache.count == 2)
        cache.insert(try directory(11), at: 4)
        #expect(cache.directory(at: 4) == nil && cache.count == 2)
        cache.insert(try directory(10), at: 5)
        #expect(cache.count == 1 && cache.entryCount == 10)
    }

    @Test("The cache has a limited number of directories")
    func count() throws {
        var cache = LeafDirectoryCache()
        let small = try directory(1)
        for offset in 0..<200 as Range<UInt64> { cache.insert(small, at: offset) }
        #expect(cache.count == LeafDirectoryCache.maximumCount && cache.entryCount == cache.count)
        #expect(cache.directory(at: 199) != nil && cache.directory(at: 0) == nil)
    }
}

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
    func unreadable(_ parts: [String]) { #expect(TileCoordinate(parts) == nil) }

    @Test("A path names a tile by zoom, column and row") func readable() {
        #expect(TileCoordinate(["12", "3423", "1763"]) == TileCoordinate(zoom: 12, column: 3423, row: 1763))
    }
}
