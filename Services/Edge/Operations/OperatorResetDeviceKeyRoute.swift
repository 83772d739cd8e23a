import BaliseAPI
import HTTPTypes
import Models
import OperatorAPI

/// This answer is the only one with the new key.
func operatorResetDeviceKey(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let reply = try await call.send(ResetDeviceKey(device: try call.device()))
    return .body(NewDeviceKey(deviceKey: SecretString(reply.key.secret)))
}
