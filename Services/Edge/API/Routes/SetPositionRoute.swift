import BaliseAPI
import Models

/// Without a `timestamp`, the position is from now.
func setPosition(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SetPositionRequest.self)
    let now = call.clock.now()
    let position = Position(
        coordinate: try Coordinate(readFrom: body.latitude, body.longitude), accuracy: body.accuracy,
        at: moment(body.timestamp.map(UnixTime.init(nearestTo:)) ?? now, at: now))
    let reply = try await call.send(SetPosition(account: caller.account, position: position))
    return .enveloped(PositionKeptResponse(kept: reply.isKept))
}

/// A timestamp slightly in the future, from a fast clock, becomes now, so that an erasure that overtakes the report is
/// later. Location refuses a timestamp further in the future.
private func moment(_ timestamp: UnixTime, at now: UnixTime) -> UnixTime {
    timestamp > now && timestamp <= now.adding(seconds: SetPosition.leeway) ? now : timestamp
}
