/// The header of version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md, "Header Design"), as far as
/// it is needed to find tiles. Its numbers are checked against the length of the file.
struct PMTilesHeader: Hashable, Sendable {
    /// The length of the header in bytes.
    static let length = 127
    /// The most bytes of the stored root directory. With the header it stays below 16,384 bytes.
    static let maximumRootLength: UInt64 = 16_383 - UInt64(length)

    struct Section: Hashable, Sendable {
        let offset: UInt64
        let length: UInt64

        /// Returns the offset in the file; nil if the part is outside the section.
        func start(of offset: UInt64, length: UInt64) -> UInt64? {
            let (end, overflows) = offset.addingReportingOverflow(length)
            return !overflows && end <= self.length ? self.offset + offset : nil
        }
    }

    let root: Section
    let leaves: Section
    let tiles: Section
    let directoryEncoding: ContentEncoding
    let tileEncoding: ContentEncoding
    let tileType: RasterTileType
    let zooms: ClosedRange<Int>

    init(_ bytes: [UInt8], fileLength: UInt64) throws(UnusableFile) {
        try PMTilesHeader.checkKind(bytes)
        guard bytes.count >= PMTilesHeader.length else { throw .truncated }
        root = try PMTilesHeader.section(bytes, at: 8, of: "root directory", fileLength)
        leaves = try PMTilesHeader.section(bytes, at: 40, of: "leaf directories", fileLength)
        tiles = try PMTilesHeader.section(bytes, at: 56, of: "tiles", fileLength)
        guard (1...PMTilesHeader.maximumRootLength).contains(root.length) else {
            throw .malformed(
                "its root directory has \(root.length) bytes, and 1 to \(PMTilesHeader.maximumRootLength) are allowed")
        }
        tileType = try RasterTileType(code: bytes[99])
        directoryEncoding = try ContentEncoding(code: bytes[97], of: "directories")
        // Pictures are already compressed, so some writers leave this value unknown.
        tileEncoding = bytes[98] == 0 ? .identity : try ContentEncoding(code: bytes[98], of: "tiles")
        let (least, greatest) = (Int(bytes[100]), Int(bytes[101]))
        guard least <= greatest, greatest <= TileCoordinate.maximumZoom else {
            throw .malformed(
                "it has the zooms \(least) to \(greatest), and 0 to \(TileCoordinate.maximumZoom) are allowed")
        }
        zooms = least...greatest
    }

    private static func checkKind(_ bytes: [UInt8]) throws(UnusableFile) {
        guard bytes.starts(with: "PMTiles".utf8) else {
            // Versions 1 and 2 contain only `PM` and their number.
            guard bytes.starts(with: "PM".utf8), bytes.count > 3, [1, 2].contains(bytes[2]), bytes[3] == 0 else {
                throw UnusableFile(
                    "is no PMTiles archive; archives of another kind, such as MBTiles, become one by `pmtiles convert`")
            }
            throw UnusableFile("is of version \(bytes[2]) of PMTiles; make one of version 3 by `pmtiles convert`")
        }
        guard bytes.count > 7 else { throw .truncated }
        guard bytes[7] == 3 else {
            throw UnusableFile("is of version \(bytes[7]) of PMTiles, and version 3 is read; make one of that")
        }
    }

    private static func section(
        _ bytes: [UInt8], at place: Int, of what: String, _ fileLength: UInt64
    ) throws(UnusableFile) -> Section {
        let section = Section(offset: number(bytes, at: place), length: number(bytes, at: place + 8))
        let (end, overflows) = section.offset.addingReportingOverflow(section.length)
        guard !overflows, section.length == 0 || section.offset >= UInt64(length) else {
            throw .malformed("the place of its \(what) cannot be")
        }
        guard end <= fileLength else { throw .truncated }
        return section
    }

    /// Reads a little-endian number.
    private static func number(_ bytes: [UInt8], at place: Int) -> UInt64 {
        bytes[place..<place + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension ContentEncoding {
    fileprivate init(code: UInt8, of what: String) throws(UnusableFile) {
        switch code {
        case 1: self = .identity
        case 2: self = .gzip
        default:
            let name = [0: "a way that it does not name", 3: "brotli", 4: "zstd"][code] ?? "an unknown way (\(code))"
            throw UnusableFile(
                "has its \(what) compressed by \(name); write it with gzip or without compression, or run a tile server "
                    + "and set console.tiles")
        }
    }
}

enum RasterTileType: UInt8, Sendable {
    case png = 2
    case jpeg = 3
    case webp = 4
    case avif = 5

    init(code: UInt8) throws(UnusableFile) {
        guard let type = RasterTileType(rawValue: code) else {
            let held =
                switch code {
                case 1: "vector tiles (MVT)"
                case 0: "tiles of a type that it does not name"
                default: "tiles of an unknown type (\(code))"
                }
            throw UnusableFile(
                "has \(held), and the map shows pictures alone; make an archive of PNG, JPEG, WebP or AVIF of it, or run a "
                    + "tile server that draws it and set console.tiles")
        }
        self = type
    }

    var mediaType: String {
        switch self {
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        case .webp: "image/webp"
        case .avif: "image/avif"
        }
    }
}
