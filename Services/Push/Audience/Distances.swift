import Foundation
import Models

/// Distances in metres, on a sphere with the earth's mean radius (IUGG R1).
enum GreatCircle {
    static let earthRadius = 6_371_008.8

    /// Returns the distance in metres. The haversine formula is exact to the millimetre even for close places.
    static func distance(_ one: Coordinate, _ other: Coordinate) -> Double {
        let phi = (one.latitude * .pi / 180, other.latitude * .pi / 180)
        let halfPhi = sin((phi.1 - phi.0) / 2)
        let halfLambda = sin((other.longitude - one.longitude) * .pi / 360)
        let h = halfPhi * halfPhi + cos(phi.0) * cos(phi.1) * halfLambda * halfLambda
        return 2 * earthRadius * asin(min(1, h.squareRoot()))
    }
}

/// Rounds places to squares about a kilometre wide. A result computed from the grid reveals the square of a user, but
/// not the place in it, even after many questions from other places.
enum CoarsePlace {
    /// The side of a square in degrees.
    private static let side = 0.01
    /// The step of shown distances in metres.
    private static let step = 1000.0

    static func middle(of place: Coordinate) -> Coordinate {
        func middle(_ degrees: Double, _ bound: Double) -> Double {
            min(bound, max(-bound, ((degrees / side).rounded(.down) + 0.5) * side))
        }
        return Coordinate(latitude: middle(place.latitude, 90), longitude: middle(place.longitude, 180)) ?? place
    }

    /// Returns the distance from the user's square in metres, rounded to whole kilometres, but at least 1000.
    static func distance(_ person: Coordinate, _ place: Coordinate) -> Double {
        max(step, (GreatCircle.distance(middle(of: person), place) / step).rounded() * step)
    }

    /// The side of the radius's edge on which a user is, as far as the shown distance reveals it.
    enum Side {
        case within
        case beyond
        case unclear
    }

    /// Returns the side that all users with this shown `distance` have in common. `radius` is in kilometres. A point of
    /// a square is at most 790 m from its centre, and rounding adds 500 m. So from a whole step beside the edge on, the
    /// exact distance is on the same side, and the side reveals no more than the square.
    static func side(of distance: Double, radius: Int) -> Side {
        let beyondEdge = distance - Double(radius) * 1000
        if beyondEdge <= -2 * step { return .within }
        return beyondEdge >= 2 * step ? .beyond : .unclear
    }
}
