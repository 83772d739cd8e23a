@testable import Edge

/// A PMTiles archive in the making: header, root directory, leaf directories and tiles, in this order.
struct SampleArchive {
    /// A row of a directory: the id of the first tile, its offset, its length, and the number of tiles.
    typealias Row = (id: UInt64, offset: UInt64, length: UInt64, run: UInt64)

    /// In stored form.
    var root: [UInt8]
    var leaves: [UInt8] = []
    var tiles: [UInt8]
    var zooms: (UInt8, UInt8) = (0, 3)
    var type: UInt8 = 2
    var directoryCompression: UInt8 = 1
    var tileCompression: UInt8 = 1
    /// False bytes of the header, by their offset.
    var spoilt: [Int: [UInt8]] = [:]

    static let world = SampleArchive(
        root: directory([(id: 0, offset: 0, length: 5, run: 1)]), tiles: Array("world".utf8))

    var bytes: [UInt8] {
        let rootEnd = UInt64(127 + root.count)
        let leavesEnd = rootEnd + UInt64(leaves.count)
        let numbers: [UInt64] = [
            127, UInt64(root.count), rootEnd, 0, rootEnd, UInt64(leaves.count), leavesEnd, UInt64(tiles.count), 0, 0, 0,
        ]
        var header = Array("PMTiles".utf8) + [3] + numbers.flatMap(SampleArchive.littleEndian)
        header += [0, directoryCompression, tileCompression, type, zooms.0, zooms.1]
        header += [UInt8](repeating: 0, count: 127 - header.count)
        for (place, bytes) in spoilt { header.replaceSubrange(place..<place + bytes.count, with: bytes) }
        return header + root + leaves + tiles
    }

    func open(in folder: TemporaryFolder, maximumTileLength: Int = PMTilesArchive.maximumTileLength) throws
        -> PMTilesArchive
    {
        let file = folder.url.appendingPathComponent("map.pmtiles")
        try Data(bytes).write(to: file)
        return try PMTilesArchive(file, maximumTileLength: maximumTileLength)
    }

    static func littleEndian(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Seven bits per byte, the lowest first.
    static func varint(_ number: UInt64) -> [UInt8] {
        number < 0x80 ? [UInt8(number)] : [UInt8(truncatingIfNeeded: number) | 0x80] + varint(number >> 7)
    }

    static func directory(_ rows: [Row]) -> [UInt8] {
        var numbers = [UInt64(rows.count)]
        for (place, row) in rows.enumerated() { numbers.append(row.id &- (place == 0 ? 0 : rows[place - 1].id)) }
        numbers += rows.map(\.run) + rows.map(\.length)
        for (place, row) in rows.enumerated() {
            let isNext = place > 0 && rows[place - 1].offset &+ rows[place - 1].length == row.offset
            numbers.append(isNext ? 0 : row.offset + 1)
        }
        return numbers.flatMap(varint)
    }

    /// Bytes in gzip form (RFC 1952), stored without compression (RFC 1951, section 3.2.4); at most 65,535.
    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt16(bytes.count)
        var check: UInt32 = ~0
        for byte in bytes {
            check ^= UInt32(byte)
            for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
        }
        let head: [UInt8] = [31, 139, 8, 0, 0, 0, 0, 0, 0, 255, 1]
        let lengths = [count, ~count].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let tail = littleEndian(UInt64(~check)).prefix(4) + littleEndian(UInt64(count)).prefix(4)
        return head + lengths + bytes + tail
    }
}

extension PMTilesArchive {
    func text(_ zoom: Int, _ column: UInt64, _ row: UInt64) async throws -> String? {
        guard let coordinate = TileCoordinate(zoom: zoom, column: column, row: row) else { return nil }
        return try await tile(coordinate).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Of another writer, so that reader and tests cannot share a mistake: 910 bytes from the package pmtiles 3.8.1 (PyPI);
/// `build_roots_leaves(entries, 8)` gives it leaf directories. It has zooms 0 to 3, and three tiles of zoom 12. A tile is `sea`
/// if column plus row is no multiple of 3, else `tile 3/4/5` with its own place.
enum PublishedArchive {
    static let bytes = Data(base64Encoded: base64).map(Array.init) ?? []

    private static let base64 =
        "UE1UaWxlcwN/AAAAAAAAAC0AAAAAAAAArAAAAAAAAAAvAAAAAAAAANsAAAAAAAAAWwEAAAAAAAA2AgAAAAAAAFgBAAAAAAAAWAAA"
        + "AAAAAAA7AAAAAAAAACEAAAAAAAAAAQIBAgAMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB+LCAAAAAAAAgPjYODl5eLh5m3f1cPJ"
        + "AAXa2hp6unp6aoxQPgBKTd8oJAAAAB+LCAAAAAAAAgOrVkosKSnKTCotyczPU7JSUCrOz01Nyk+pVKoFACOBukMbAAAAH4sIAAAA"
        + "AAACA+NgYGRkZmRhZIRRXFzMYMjIwMAgqiSqAwDKTBhFIQAAAB+LCAAAAAAAAgPj4GViZGIEAijFwswFglzMomaiDqJeDKIAJQW/"
        + "UiEAAAAfiwgAAAAAAAID45BiZGRkAkIYxcUMgXGiGaJFojWiAOn2AhchAAAAH4sIAAAAAAACA+NQYWRiZGRkYYRRXMwQ2MYoOoFR"
        + "dBaj6BJGUQCn4B1cJQAAAB+LCAAAAAAAAgPjMGBkAkIggFBMXMwQuI5RdAej6CFG0TOMogCzXyHVJQAAAB+LCAAAAAAAAgPjsGZk"
        + "ZGRmZGGEUVzMEHiNUfQBo+grRtEvjKIAxV+7TCUAAAAfiwgAAAAAAAID4/BgZGJkZGRmhFLMXFD4j1G0g0l0EpPoHCZRAChx0Qgl"
        + "AAAAH4sIAAAAAAACA2M+v6uH8/NxPUYgEBQUXMbEwAAAtuJr6RMAAAB0aWxlIDAvMC8wdGlsZSAxLzAvMHNlYXRpbGUgMi8wLzB0"
        + "aWxlIDIvMC8zdGlsZSAyLzEvMnRpbGUgMi8zLzN0aWxlIDIvMi8xdGlsZSAyLzMvMHRpbGUgMy8wLzB0aWxlIDMvMy8wdGlsZSAz"
        + "LzIvMXRpbGUgMy8zLzN0aWxlIDMvMS8ydGlsZSAzLzAvM3RpbGUgMy8xLzV0aWxlIDMvMC82dGlsZSAzLzIvN3RpbGUgMy8zLzZ0"
        + "aWxlIDMvMi80dGlsZSAzLzUvNHRpbGUgMy80LzV0aWxlIDMvNS83dGlsZSAzLzYvNnRpbGUgMy83LzV0aWxlIDMvNy8ydGlsZSAz"
        + "LzYvM3RpbGUgMy80LzJ0aWxlIDMvNS8xdGlsZSAzLzYvMHRpbGUgMTIvMzQyMy8xNzYzdGlsZSAxMi8yMDc0LzE0MDl0aWxlIDEy"
        + "LzIwNzUvMTQwOQ=="
}
