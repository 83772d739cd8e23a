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

    /// Returns the chord over a distance, both in metres.
    static func chord(over distance: Double) -> Double {
        2 * GreatCircle.earthRadius * sin(distance / (2 * GreatCircle.earthRadius))
    }
}

/// Goes from the cube around the earth down to ever smaller cubes. All centres are sums of powers of two, which a
/// `Float` represents exactly, so a point is never between two cubes.
struct Descent {
    private let point: RecipientLeaf.Entry
    private var (x, y, z) = (Float(0), Float(0), Float(0))
    private var quarter = RecipientIndex.halfWidth / 2
    private(set) var halvings = 0

    init(_ point: RecipientLeaf.Entry) { self.point = point }

    /// Moves to the eighth that contains the point, and returns its index, 0 to 7.
    mutating func next() -> UInt32 {
        let eighth = eighth(of: point)
        x += eighth & 1 == 0 ? -quarter : quarter
        y += eighth & 2 == 0 ? -quarter : quarter
        z += eighth & 4 == 0 ? -quarter : quarter
        quarter /= 2
        halvings += 1
        return eighth
    }

    func eighth(of other: RecipientLeaf.Entry) -> UInt32 {
        (other.x >= x ? 1 : 0) | (other.y >= y ? 2 : 0) | (other.z >= z ? 4 : 0)
    }
}
