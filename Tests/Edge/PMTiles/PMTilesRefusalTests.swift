@testable import Edge

@Suite("Refused tile archives") struct PMTilesRefusalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func reason(_ bytes: [UInt8]) throws -> String {
        let file = folder.url.appendingPathComponent("map.pmtiles")
        try Data(bytes).write(to: file)
        do throws(UnusableFile) {
            _ = try PMTilesArchive(file)
            return ""
        } catch { return error.description }
    }

    @Test(
        "The error names the kind of the file, and what to do",
        arguments: [
            ([99: [1]], "vector tiles (MVT), and the map shows pictures alone"), ([99: [0]], "does not name"),
            ([99: [6]], "unknown type (6)"), ([97: [0]], "does not name"), ([97: [3]], "brotli"), ([97: [4]], "zstd"),
            ([98: [3]], "tiles compressed by brotli"), ([97: [200]], "unknown way (200)"), ([7: [4]], "version 4"),
            ([0: [0x50, 0x4D, 2, 0]], "version 2"), ([0: [0x50, 0x4D, 1, 0]], "version 1"),
            ([0: Array("SQLite".utf8)], "no PMTiles archive"), ([100: [2, 1]], "zooms 2 to 1"),
            ([100: [0, 31]], "zooms 0 to 31"),
        ] as [([Int: [UInt8]], String)])
    func kind(_ spoilt: [Int: [UInt8]], _ reason: String) throws {
        var sample = SampleArchive.world
        sample.spoilt = spoilt
        let said = try self.reason(sample.bytes)
        #expect(said.contains(reason), "\(said)")
        #expect(said.contains(";") || said.contains("allowed"), "what to do")
    }

    @Test("The edge refuses an archive with wrong numbers in its header", arguments: [8, 16, 40, 48, 56, 64])
    func hostile(_ place: Int) throws {
        for number in [0, 1, 126, 128, 1 << 31, 1 << 32, 1 << 62, 1 << 63, .max - 126, .max - 4, .max] as [UInt64] {
            var sample = SampleArchive.world
            sample.leaves = [0]
            sample.spoilt = [place: SampleArchive.littleEndian(number)]
            let said = try reason(sample.bytes)
            // If it fits by chance, the rest is checked; the only other result is a refusal.
            #expect(!said.isEmpty || number <= 128, "\(place): \(number)")
        }
    }

    @Test("The edge refuses an archive of which a part is missing")
    func truncated() throws {
        let bytes = PublishedArchive.bytes
        for count in 7..<bytes.count {
            let said = try reason(Array(bytes.prefix(count)))
            #expect(said == UnusableFile.truncated.description, "\(count): \(said)")
        }
        #expect(try reason([]).contains("no PMTiles archive"))
    }

    @Test("The edge refuses a path that is no file")
    func noFile() {
        for (path, reason) in [
            ("/", "no regular file"), ("/nowhere/map.pmtiles", "check the path"), ("/dev/null", "no regular"),
        ] { #expect { try PMTilesArchive(URL(fileURLWithPath: path)) } throws: { "\($0)".contains(reason) } }
    }

    @Test(
        "The edge refuses an archive with an impossible directory",
        arguments: [
            [], [0], [0xFF], [1, 0, 1, 5], [1, 0, 1, 5, 1, 9], [1, 0, 1, 5, 0],
            // More entries than bytes.
            [0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0, 1, 5, 1], [9, 0, 1, 5, 1],
            // Without a length, behind the tiles, and two of one number.
            [1, 0, 1, 0, 1], [1, 0, 1, 6, 1], [1, 0, 1, 5, 2], [2, 0, 0, 1, 1, 1, 1, 1, 0],
            // A leaf directory in a place without any.
            [1, 0, 0, 5, 1],
            // A length of 33 bits, an offset of 64 and an id of 70.
            [1, 0, 1, 0x80, 0x80, 0x80, 0x80, 0x10, 1],
            [1, 0, 1, 5, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1],
            [1, 0, 1, 5, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
            // Numbers whose sum exceeds 64 bits.
            [2, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 1, 1, 1, 1, 1, 1, 0],
        ] as [[UInt8]])
    func directory(_ root: [UInt8]) throws {
        var sample = SampleArchive.world
        sample.root = root
        #expect(try reason(sample.bytes).contains("no sound PMTiles archive"))
        sample.root = SampleArchive.gzip(root)
        sample.directoryCompression = 2
        #expect(try reason(sample.bytes).contains("no sound PMTiles archive"))
    }

    @Test("The edge refuses a directory with another compression or changed bytes")
    func packed() throws {
        var sample = SampleArchive.world
        sample.directoryCompression = 2
        #expect(try reason(sample.bytes).contains("cannot be unpacked"))
        let packed = SampleArchive.gzip(sample.root)
        sample.root = packed
        #expect(try reason(sample.bytes).isEmpty)
        sample.root = Array(packed.dropLast(3))
        #expect(try reason(sample.bytes).contains("cannot be unpacked"))
        sample.root = packed
        // One of the stored bytes: 10 of the header, 5 of the block.
        sample.root[10 + 5 + 3] ^= 1
        #expect(try !reason(sample.bytes).isEmpty)
    }

    @Test("The edge refuses a root directory that is too large")
    func largeRoot() throws {
        var sample = SampleArchive.world
        sample.root = [UInt8](repeating: 0, count: 16_257)
        #expect(try reason(sample.bytes).contains("1 to 16256 are allowed"))
    }
}
