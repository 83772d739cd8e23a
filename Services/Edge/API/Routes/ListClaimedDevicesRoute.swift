// GET users/me/location-devices: the Miataru devices that a person has claimed.

import HTTPInterface
import Models

func listClaimedDevices(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let devices = try await call.send(ListClaimedDevices(account: caller.account))
    var data = JSONObject()
    data.set("devices", devices.map(JSONObject.init(device:)))
    data.set("totalCount", devices.count)
    return .enveloped(data)
}

extension JSONObject {
    /// A claimed device.
    init(device: ClaimedDevice) {
        self.init()
        set("device", device.device.text)
        set("claimedAt", device.claimedAt)
        set("hasKey", device.hasKey)
    }
}
