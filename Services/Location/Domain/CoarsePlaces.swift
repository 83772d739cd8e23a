import Foundation
import Models

extension PlacePrecision {
    /// Returns the place as a reader with this precision sees it: without speed, altitude and battery level. A coarse
    /// place is the centre of a cell of a fixed grid, so that many looks reveal no more than a single look. Its
    /// accuracy is the cell's radius. Nil for a place without readable coordinates. An unknown precision, from a later
    /// version, counts as the coarsest.
    func coarse(_ location: Location) -> Location? {
        guard let coordinate = location.coordinate else { return nil }
        guard self != .exact else {
            return Location(
                timestamp: location.timestamp, longitude: location.longitude, latitude: location.latitude,
                horizontalAccuracy: location.horizontalAccuracy)
        }
        let cell = GridCell(of: coordinate, side: self == .neighbourhood ? 500 : 10_000)
        return Location(
            timestamp: location.timestamp, longitude: LocationValue(json: GridCell.text(cell.longitude)),
            latitude: LocationValue(json: GridCell.text(cell.latitude)),
            horizontalAccuracy: LocationValue(json: String(Int(cell.radius))))
    }

    /// Whether this precision shows as much as the other precision, or less.
    func isAtMost(_ other: PlacePrecision) -> Bool {
        let order = PlacePrecision.allCases
        return order.firstIndex(of: self) ?? order.count >= order.firstIndex(of: other) ?? order.count
    }
}

/// A cell of the fixed grid for coarse places. Its rows are equally high. The columns of a row divide the equator
/// equally, and are about as wide as the row is high.
struct GridCell: Hashable {
    /// The coordinates of the centre, in degrees.
    let latitude: Double
    let longitude: Double
    /// The distance from the centre to the farthest corner, in metres, rounded up.
    let radius: Double

    /// - Parameter side: The approximate height and width of the cell, in metres.
    init(of place: Coordinate, side: Double) {
        let rows = (180 / (side / GridCell.metresPerDegree)).rounded()
        let height = 180 / rows
        let row = min(rows - 1, ((place.latitude + 90) / height).rounded(.down))
        let north = (row + 0.5) * height - 90
        let columns = max(1, (360 * cos(north * .pi / 180) * GridCell.metresPerDegree / side).rounded())
        let width = 360 / columns
        // 180° east and 180° west are the same meridian.
        let east = (place.longitude + 180).truncatingRemainder(dividingBy: 360)
        let column = min(columns - 1, (east / width).rounded(.down))
        (latitude, longitude) = (north, (column + 0.5) * width - 180)
        let center = Coordinate(latitude: latitude, longitude: longitude)
        let corners = [row, row + 1].compactMap { edge in
            Coordinate(latitude: min(90, max(-90, edge * height - 90)), longitude: max(-180, column * width - 180))
        }
        radius = corners.compactMap { center?.metres(to: $0).rounded(.up) }.max() ?? side
    }

    private static let metresPerDegree = 111_195.0

    /// Writes degrees with at most five decimals, which are exact to about a metre.
    static func text(_ degrees: Double) -> String { "\((degrees * 100_000).rounded() / 100_000)" }
}

extension Location {
    /// The coordinates as numbers; nil for values that are no coordinates, which older versions accepted. Some phones
    /// write a comma as the decimal point.
    var coordinate: Coordinate? {
        guard let latitude = Numeral(latitude, takesDecimalComma: true)?.value,
            let longitude = Numeral(longitude, takesDecimalComma: true)?.value
        else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// The accuracy in metres; nil if it is not a number.
    var accuracy: Double? { Numeral(horizontalAccuracy, takesDecimalComma: true)?.value }
}

extension Coordinate {
    /// The great-circle distance (haversine formula, on a sphere of 6,371 km), in metres.
    func metres(to other: Coordinate) -> Double {
        let (from, to) = (latitude * .pi / 180, other.latitude * .pi / 180)
        let (south, east) = (sin((to - from) / 2), sin((other.longitude - longitude) * .pi / 360))
        let part = south * south + cos(from) * cos(to) * east * east
        return 2 * 6_371_000 * asin(min(1, part.squareRoot()))
    }
}
