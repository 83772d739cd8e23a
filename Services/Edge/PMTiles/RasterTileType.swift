/// Pictures, which a browser shows directly.
enum RasterTileType: UInt8, Sendable {
    case png = 2
    case jpeg = 3
    case webp = 4
    case avif = 5

    init(code: UInt8) throws(PMTilesError) {
        guard let type = RasterTileType(rawValue: code) else {
            let held =
                switch code {
                case 1: "vector tiles (MVT)"
                case 0: "tiles of a type that it does not name"
                default: "tiles of an unknown type (\(code))"
                }
            throw PMTilesError(
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
