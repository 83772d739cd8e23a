// POST /devices/reset-key: an operator gives a device another key, for who has lost the old one.

import BaliseJSON
import HTTPTypes
import Models

/// Takes `device`. The answer shows the key that was made, for the only time.
func resetDeviceKey(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let reply = try await call.send(ResetDeviceKey(device: try call.device()))
    var json = JSONObject()
    json.set("deviceKey", reply.key.secret)
    var answer = Answer(json: json.bytes)
    answer.fields.append(HTTPField(name: .cacheControl, value: "no-store"))
    return answer
}
