import BaliseAPI
import Models

/// Without a `newKey`, or with an empty one, the server generates a key.
func resetDeviceKey(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    var newKey: DeviceKey?
    if let text = try call.body(as: ResetDeviceKeyRequest.self).newKey?.value, !text.isEmpty {
        guard let key = DeviceKey(text) else { throw EdgeError(ResetDeviceKeyRequest.invalidKey) }
        newKey = key
    }
    let reply = try await call.send(
        ResetDeviceKey(device: try call.device(), account: caller.account, newKey: newKey))
    return .enveloped(DeviceKeyResponse(deviceKey: SecretString(reply.key.secret)))
}
