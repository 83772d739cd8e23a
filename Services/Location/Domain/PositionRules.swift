// What counts as a position, and when it takes the place of another.

import Models

/// The rules of positions of signed-in people.
enum PositionRules {
    /// Metres.
    private static let accuracies = 0.0...100_000

    /// Whatever is later was dated by a clock that is wrong.
    static func latest(at now: UnixTime) -> UnixTime { now.adding(seconds: SetPosition.leeway) }

    /// Throws `invalidRequest` for what cannot have been reported at `now`.
    static func check(_ position: Position, at now: UnixTime) throws(ServiceError) {
        if let accuracy = position.accuracy, !accuracies.contains(accuracy) {
            throw ServiceError(
                .invalidRequest, "the accuracy must be a number of metres from 0 to 100,000", field: "accuracy")
        }
        guard position.at <= latest(at: now) else {
            throw ServiceError(.invalidRequest, "the moment of the position lies in the future", field: "timestamp")
        }
    }

    /// The position as it is kept: where the app's clock is a little ahead, nobody was there later than now.
    static func dated(_ position: Position, at now: UnixTime) -> Position {
        var position = position
        position.at = min(position.at, now)
        return position
    }

    /// Whether a position is to be kept in the place of what is known. What lies in the future was dated by a clock
    /// that was wrong, the server's among them, and gives way to anything: otherwise it would be the latest for ever.
    ///
    /// - Parameter erasedAt: When a position was last erased or forbidden. A report from before may still have been on
    ///   its way then, and must not bring back what was erased.
    static func replaces(
        _ former: PositionStatus?, erasedAt: UnixTime?, _ position: Position, at now: UnixTime
    ) -> Bool {
        if let erasedAt, erasedAt <= latest(at: now), position.at <= erasedAt { return false }
        guard let former else { return true }
        guard former.isAllowed else { return false }
        guard let kept = former.position, kept.at <= latest(at: now) else { return true }
        return kept.at <= position.at
    }
}
