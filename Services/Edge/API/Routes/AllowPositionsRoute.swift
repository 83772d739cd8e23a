import BaliseAPI
import Models

/// Withdrawing the consent erases the stored position, also in the profile.
func allowPositions(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: AllowPositionsRequest.self)
    let message = AllowPositions(account: caller.account, isAllowed: body.allowed)
    let status = try await call.send(message)
    if !status.isAllowed { try await call.clearPlaceOfProfile(of: caller.account) }
    return .enveloped(PositionStatusResponse(status))
}
