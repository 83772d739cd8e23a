// POST /devices/remove-key: an operator takes a device's key away, so that it works as one that never had any.

import HTTPTypes
import Models

/// Takes `device`.
func operatorRemoveDeviceKey(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    _ = try await call.send(RemoveDeviceKey(device: try call.device()))
    return Answer(.noContent)
}
