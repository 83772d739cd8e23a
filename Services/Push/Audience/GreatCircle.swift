import Foundation
import Models

/// In metres, on a sphere with the earth's mean radius (IUGG R1).
enum GreatCircle {
    static let earthRadius = 6_371_008.8

    /// The haversine formula is exact to the millimetre even for close places.
    static func distance(_ one: Coordinate, _ other: Coordinate) -> Double {
        let phi = (one.latitude * .pi / 180, other.latitude * .pi / 180)
        let halfPhi = sin((phi.1 - phi.0) / 2)
        let halfLambda = sin((other.longitude - one.longitude) * .pi / 360)
        let h = halfPhi * halfPhi + cos(phi.0) * cos(phi.1) * halfLambda * halfLambda
        return 2 * earthRadius * asin(min(1, h.squareRoot()))
    }
}
