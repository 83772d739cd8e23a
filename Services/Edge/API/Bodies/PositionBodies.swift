// Where a person was last, as that person reads it.

import BaliseAPI
import Models

extension PositionStatusResponse {
    /// What is kept of where a person was.
    init(_ status: PositionStatus) {
        self.init(position: status.position.map(BalisePosition.init), allowed: status.isAllowed)
    }
}

extension BalisePosition {
    /// Where a person was last.
    init(_ position: Position) {
        self.init(
            latitude: position.coordinate.latitude, longitude: position.coordinate.longitude,
            accuracy: position.accuracy, timestamp: position.at.date)
    }
}
