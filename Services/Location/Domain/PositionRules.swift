import Models

enum PositionRules {
    /// Metres.
    private static let accuracies = 0.0...100_000

    /// A later time comes from a wrong clock.
    static func latest(at now: UnixTime) -> UnixTime { now.adding(seconds: SetPosition.leeway) }

    /// Throws `invalidRequest` for one that cannot be from `now` or before.
    static func check(_ position: Position, at now: UnixTime) throws(ServiceError) {
        if let accuracy = position.accuracy, !accuracies.contains(accuracy) {
            throw ServiceError(
                .invalidRequest, "the accuracy must be a number of metres from 0 to 100,000", field: "accuracy")
        }
        guard position.at <= latest(at: now) else {
            throw ServiceError(.invalidRequest, "the moment of the position lies in the future", field: "timestamp")
        }
    }

    /// A time slightly in the future comes from the app's clock and becomes `now`.
    static func dated(_ position: Position, at now: UnixTime) -> Position {
        var position = position
        position.at = min(position.at, now)
        return position
    }

    /// A stored time in the future came from a wrong clock, possibly the server's, and any position replaces it: it would be
    /// the latest for ever. A report from before the deletion or prohibition at `erasedAt` must not restore data.
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
