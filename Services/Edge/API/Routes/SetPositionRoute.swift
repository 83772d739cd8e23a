// PUT users/me/position: an app reports where its person is.

import BaliseAPI
import Models

/// Without a `timestamp` the position is from now.
func setPosition(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body()
    let position = Position(
        coordinate: try body.neededCoordinate(), accuracy: try body.number("accuracy"),
        at: try body.moment("timestamp") ?? call.clock.now())
    let reply = try await call.send(SetPosition(account: caller.account, position: position))
    return .enveloped(PositionKeptResponse(kept: reply.isKept))
}
