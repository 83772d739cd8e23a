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
        let texts = [
            try await archive.text(0, 0, 0), try await archive.text(1, 1, 0), try await archive.text(2, 0, 0),
        ]
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
            await #expect(throws: PMTilesError.self) { try await archive.text(0, 0, 0) }
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
        await #expect(throws: PMTilesError.truncated) { try await archive.text(0, 0, 0) }
    }
}
