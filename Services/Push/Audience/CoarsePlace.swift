import Foundation
import Models

/// Places on a grid of squares about a kilometre wide. A result computed from the grid reveals the square of a user,
/// but not the place in it. More questions from other places do not make it more exact.
enum CoarsePlace {
    /// The side of a square, in degrees.
    private static let side = 0.01
    /// The step of shown distances, in metres.
    private static let step = 1000.0

    static func middle(of place: Coordinate) -> Coordinate {
        func middle(_ degrees: Double, _ bound: Double) -> Double {
            min(bound, max(-bound, ((degrees / side).rounded(.down) + 0.5) * side))
        }
        return Coordinate(latitude: middle(place.latitude, 90), longitude: middle(place.longitude, 180)) ?? place
    }

    /// The distance of a user's square from a place: in metres, rounded to whole kilometres, at least one.
    static func distance(_ person: Coordinate, _ place: Coordinate) -> Double {
        max(step, (GreatCircle.distance(middle(of: person), place) / step).rounded() * step)
    }

    /// The side of a radius's edge on which a user is, as far as the shown distance reveals it.
    enum Side {
        case within
        case beyond
        case unclear
    }

    /// The side that all users with this shown distance have in common.
    ///
    /// A point of a square is at most 790 m from its centre, and rounding adds 500 m. So from a whole step beside the
    /// edge on, the exact distance is on the same side, and the side reveals no more than the square.
    /// - Parameters:
    ///   - distance: A result of `distance(_:_:)`.
    ///   - radius: In kilometres.
    static func side(of distance: Double, radius: Int) -> Side {
        let beyondEdge = distance - Double(radius) * 1000
        if beyondEdge <= -2 * step { return .within }
        return beyondEdge >= 2 * step ? .beyond : .unclear
    }
}
