// Where somebody is, as coarsely as others may work with it.

import Foundation
import Models

/// Places on a grid with squares of about a kilometre. An answer computed from the grid alone tells in which square
/// somebody is, and never where in it. Asking again from another place does not make it more exact.
enum CoarsePlace {
    /// The side of a square, in degrees.
    private static let side = 0.01
    /// The steps in which distances are told, in metres.
    private static let step = 1000.0

    /// The middle of the square in which a place is.
    static func middle(of place: Coordinate) -> Coordinate {
        func middle(_ degrees: Double, _ bound: Double) -> Double {
            min(bound, max(-bound, ((degrees / side).rounded(.down) + 0.5) * side))
        }
        return Coordinate(latitude: middle(place.latitude, 90), longitude: middle(place.longitude, 180)) ?? place
    }

    /// How far the square in which somebody is lies from a place: metres in whole kilometres, at least one.
    static func distance(_ person: Coordinate, _ place: Coordinate) -> Double {
        max(step, (GreatCircle.distance(middle(of: person), place) / step).rounded() * step)
    }

    /// On which side of the edge of a radius somebody is, as far as the distance that is told shows it.
    enum Side {
        case within
        case beyond
        /// The square may lie on both sides.
        case unclear
    }

    /// The side on which everybody is who is told to be so far away.
    ///
    /// No place of a square is farther than 790 m from its middle, and rounding makes 500 m more. So from a whole step
    /// beside the edge on, the exact distance lies on the same side, and the side says nothing more than the square.
    /// - Parameters:
    ///   - distance: as `distance(_:_:)` gives it.
    ///   - radius: in kilometres.
    static func side(of distance: Double, radius: Int) -> Side {
        let beyondEdge = distance - Double(radius) * 1000
        if beyondEdge <= -2 * step { return .within }
        return beyondEdge >= 2 * step ? .beyond : .unclear
    }
}
