// PUT users/me/position: an app reports where its person is.

import BaliseAPI
import Models

/// Without a `timestamp` the position is from now.
func setPosition(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SetPositionRequest.self)
    let position = Position(
        coordinate: try Coordinate(readFrom: body.latitude, body.longitude), accuracy: body.accuracy,
        at: body.timestamp.map(UnixTime.init) ?? call.clock.now())
    let reply = try await call.send(SetPosition(account: caller.account, position: position))
    return .enveloped(PositionKeptResponse(kept: reply.isKept))
}
