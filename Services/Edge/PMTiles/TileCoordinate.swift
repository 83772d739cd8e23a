import Models

/// A tile of Web Mercator, by column and row from the north-west.
struct TileCoordinate: Hashable, Sendable {
    /// The deepest zoom, because deeper ids do not fit into 64 bits.
    static let maximumZoom = 30

    let zoom: Int
    let column: UInt64
    let row: UInt64

    init?(zoom: Int, column: UInt64, row: UInt64) {
        guard (0...TileCoordinate.maximumZoom).contains(zoom), column < 1 << zoom, row < 1 << zoom else { return nil }
        self.zoom = zoom
        self.column = column
        self.row = row
    }

    init?(_ parts: [String]) {
        guard parts.count == 3, parts.allSatisfy({ $0.utf8.count <= 10 && $0.isASCIIDigits }),
            let zoom = Int(parts[0]), let column = UInt64(parts[1]), let row = UInt64(parts[2])
        else { return nil }
        self.init(zoom: zoom, column: column, row: row)
    }

    /// The id of the tile in PMTiles 3 ("Entries"): the number of all tiles of lower zooms, plus the position on the
    /// Hilbert curve of this zoom, from the north-west to the north-east.
    var id: UInt64 {
        var (x, y) = (column, row)
        // The lower zooms have 1 + 4 + 16 + … tiles.
        var number = (((1 as UInt64) << (2 * UInt64(zoom))) - 1) / 3
        var side = ((1 as UInt64) << UInt64(zoom)) >> 1
        while side > 0 {
            let (isEast, isSouth) = (x & side != 0, y & side != 0)
            // The quarters are numbered in the order of the curve.
            let quarter: UInt64 = isSouth ? (isEast ? 2 : 1) : (isEast ? 3 : 0)
            number += quarter * side * side
            x &= side - 1
            y &= side - 1
            // In the two northern quarters the curve is mirrored diagonally, so that it ends beside the next quarter.
            if !isSouth { (x, y) = isEast ? (side - 1 - y, side - 1 - x) : (y, x) }
            side >>= 1
        }
        return number
    }
}
