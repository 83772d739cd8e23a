import Foundation
import Models

/// Cells of equal degrees. An index by cell stores neighbouring announcements together.
struct AnnouncementGrid {
    /// The cells in a degree, about two kilometres high each. Rows store cells, so a new size needs a migration.
    static let cellsPerDegree = 50

    struct Cell: Hashable {
        var row: Int
        var column: Int

        fileprivate static func number(_ degrees: Double) -> Int {
            Int(degrees * Double(AnnouncementGrid.cellsPerDegree))
        }
    }

    /// The cells around a circle. The box has two column spans if the circle crosses the 180 degree meridian.
    struct Box {
        let rows: ClosedRange<Int>
        let columns: [ClosedRange<Int>]

        /// Makes a box around a circle.
        /// - Parameter radius: The radius in metres.
        init(around place: Coordinate, radius: Double) {
            let height = min(180, radius / GreatCircle.earthRadius * 180 / .pi * 1.001)
            let (south, north) = (max(-90, place.latitude - height), min(90, place.latitude + height))
            rows = Cell.number(south + 90)...Cell.number(north + 90)
            let all = 0...Cell.number(360)
            // The greatest extent in longitude is asin(sin r / cos latitude). It is not at the latitude of the centre.
            let ratio = sin(min(height, 90) * .pi / 180) / cos(place.latitude * .pi / 180)
            // Meridians meet at the poles, so a circle that contains a pole, or almost does, touches every column.
            guard north < 89.9, south > -89.9, ratio < 1 else {
                columns = [all]
                return
            }
            let width = asin(ratio) * 180 / .pi * 1.001
            let (west, east) = (place.longitude - width + 180, place.longitude + width + 180)
            if west < 0 {
                columns = [Cell.number(west + 360)...all.upperBound, 0...Cell.number(max(0, east))]
            } else if east > 360 {
                columns = [Cell.number(west)...all.upperBound, 0...Cell.number(east - 360)]
            } else {
                columns = [Cell.number(west)...Cell.number(east)]
            }
        }
    }
}

extension AnnouncementGrid.Cell {
    init(_ place: Coordinate) {
        self.init(row: Self.number(place.latitude + 90), column: Self.number(place.longitude + 180))
    }
}
