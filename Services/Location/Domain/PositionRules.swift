// What counts as a position, and when it takes the place of another.

import Models

/// The rules of positions of signed-in people.
enum PositionRules {
    /// How far the clock of an app may be ahead, in seconds.
    private static let leeway: Int64 = 300
    /// Metres.
    private static let accuracies = 0.0...100_000

    /// Throws `invalidRequest` for what cannot have been reported at `now`.
    static func check(_ position: Position, at now: UnixTime) throws(ServiceError) {
        if let accuracy = position.accuracy, !accuracies.contains(accuracy) {
            throw ServiceError(.invalidRequest, "the accuracy must be a number of metres from 0 to 100,000")
        }
        guard position.at <= now.adding(seconds: leeway) else {
            throw ServiceError(.invalidRequest, "the moment of the position lies in the future")
        }
    }

    /// Whether a position is to be kept in the place of what is known.
    static func replaces(_ former: PositionStanding?, _ position: Position) -> Bool {
        guard let former else { return true }
        guard former.isAllowed else { return false }
        return former.position.map { $0.at <= position.at } ?? true
    }
}
