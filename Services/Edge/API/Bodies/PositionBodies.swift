// Where a person was last, as that person reads it.

import BaliseAPI
import Models

extension PositionStandingBody {
    /// What is kept of where a person was.
    init(_ standing: PositionStanding) {
        self.init(position: standing.position.map(PositionBody.init), allowed: standing.isAllowed)
    }
}

extension PositionBody {
    /// Where a person was last.
    init(_ position: Position) {
        self.init(
            latitude: position.coordinate.latitude, longitude: position.coordinate.longitude,
            accuracy: position.accuracy, timestamp: position.at.date)
    }
}
