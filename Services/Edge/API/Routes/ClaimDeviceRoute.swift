// POST users/me/location-devices: a person claims a Miataru device by showing its key.

import BaliseAPI
import HTTPTypes
import Models

func claimDevice(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body()
    let message = ClaimDevice(
        account: caller.account, device: try body.device("device"), key: try body.key("deviceKey"))
    return .enveloped(ClaimedMiataruDevice(try await call.sendPassword(message)), status: .created)
}
