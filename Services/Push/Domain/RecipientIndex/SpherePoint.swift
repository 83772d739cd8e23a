// A place as a point in space, which knows neither poles nor a date line.

import Foundation
import Models

/// A place as a point on the sphere of `GreatCircle`, in metres from the earth's centre, in single precision.
///
/// Each of the three coordinates is off by at most 0.25 m, half of `Float`'s step at the earth's radius. The distance
/// between two points is therefore off by less than 0.9 m.
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

    /// The straight line, in metres, between two places so many metres apart on the sphere.
    static func chord(over distance: Double) -> Double {
        2 * GreatCircle.earthRadius * sin(distance / (2 * GreatCircle.earthRadius))
    }

    /// How far apart two places are on the sphere, in metres, by the square of the straight line between them.
    static func distance(overSquaredChord square: Float) -> Double {
        2 * GreatCircle.earthRadius * asin(min(1, Double(square).squareRoot() / (2 * GreatCircle.earthRadius)))
    }
}
