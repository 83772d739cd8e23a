import BaliseAPI
import Models

func getPosition(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .enveloped(PositionStatusResponse(try await call.send(GetPosition(account: caller.account))))
}

func setPosition(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SetPositionRequest.self)
    let now = call.clock.now()
    let position = Position(
        coordinate: try Coordinate(readFrom: body.latitude, body.longitude), accuracy: body.accuracy,
        at: moment(body.timestamp.map(UnixTime.init(nearestTo:)) ?? now, at: now))
    let reply = try await call.send(SetPosition(account: caller.account, position: position))
    return .enveloped(PositionKeptResponse(kept: reply.isKept))
}

/// A time slightly in the future, from a fast clock, becomes now, so that an erasure that overtakes the report is later.
/// Location refuses times further in the future.
private func moment(_ timestamp: UnixTime, at now: UnixTime) -> UnixTime {
    timestamp > now && timestamp <= now.adding(seconds: SetPosition.leeway) ? now : timestamp
}

/// Also clears the copy in the profile.
func erasePosition(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    _ = try await call.send(ErasePosition(account: caller.account))
    try await call.clearPlaceOfProfile(of: caller.account)
    return .done("Your position is erased. The next one that your app reports is kept again.")
}

/// Withdrawing the consent erases the stored position, also in the profile.
func allowPositions(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: AllowPositionsRequest.self)
    let message = AllowPositions(account: caller.account, isAllowed: body.allowed)
    let status = try await call.send(message)
    if !status.isAllowed { try await call.clearPlaceOfProfile(of: caller.account) }
    return .enveloped(PositionStatusResponse(status))
}

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
