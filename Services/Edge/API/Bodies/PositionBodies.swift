import BaliseAPI
import Models

extension PositionStatusResponse {
    init(_ status: PositionStatus) {
        self.init(position: status.position.map(BalisePosition.init), allowed: status.isAllowed)
    }
}

extension BalisePosition {
    init(_ position: Position) {
        self.init(
            latitude: position.coordinate.latitude, longitude: position.coordinate.longitude,
            accuracy: position.accuracy, timestamp: position.at.date)
    }
}
