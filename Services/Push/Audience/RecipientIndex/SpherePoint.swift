import Foundation
import Models

/// A point of the sphere of `GreatCircle`, in metres from the earth's centre. Each coordinate is off by at most 0.25 m,
/// half of `Float`'s step at the earth's radius, so a distance is off by less than 0.9 m.
struct SpherePoint {
    let x: Float
    let y: Float
    let z: Float

    init(_ place: Coordinate) {
        let phi = place.latitude * .pi / 180
        let lambda = place.longitude * .pi / 180
        let fromAxis = GreatCircle.earthRadius * cos(phi)
        x = Float(fromAxis * cos(lambda))
        y = Float(fromAxis * sin(lambda))
        z = Float(GreatCircle.earthRadius * sin(phi))
    }

    /// Both in metres.
    static func chord(over distance: Double) -> Double {
        2 * GreatCircle.earthRadius * sin(distance / (2 * GreatCircle.earthRadius))
    }

    /// In metres.
    static func distance(overSquaredChord square: Float) -> Double {
        2 * GreatCircle.earthRadius * asin(min(1, Double(square).squareRoot() / (2 * GreatCircle.earthRadius)))
    }
}
