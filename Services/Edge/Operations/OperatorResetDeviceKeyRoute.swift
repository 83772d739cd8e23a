// POST /devices/reset-key: an operator gives a device another key, for who has lost the old one.

import BaliseAPI
import HTTPTypes
import Models
import OperatorAPI

/// The answer shows the key that was made, for the only time.
func operatorResetDeviceKey(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let reply = try await call.send(ResetDeviceKey(device: try call.device()))
    return .body(NewDeviceKey(deviceKey: SecretString(reply.key.secret)))
}
