// PUT users/me/location-devices/{device}/key: a person replaces the lost key of a device that they claimed.

import BaliseAPI
import Models

/// Without a `newKey` the server makes one.
func resetDeviceKey(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let reply = try await call.send(
        ResetDeviceKey(
            device: try call.device(), account: caller.account, newKey: try call.body().optionalKey("newKey")))
    return .enveloped(DeviceKeyResponse(deviceKey: SecretString(reply.key.secret)))
}
