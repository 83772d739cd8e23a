import BaliseAPI
import Models

func claimDevice(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ClaimDeviceRequest.self)
    guard body.device.length <= DeviceID.maximumLength, let device = DeviceID(body.device) else {
        throw EdgeError(ClaimDeviceRequest.invalidDevice)
    }
    guard let key = DeviceKey(body.deviceKey.value) else { throw EdgeError(ClaimDeviceRequest.invalidKey) }
    let message = ClaimDevice(account: caller.account, device: device, key: key)
    return .enveloped(ClaimedMiataruDevice(try await call.sendPassword(message)))
}
