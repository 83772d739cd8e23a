// POST /devices/remove-key: an operator takes a device's key away, so that it works as one that never had any.

import HTTPTypes
import Models

extension OperationsCall {
    /// Takes `device`.
    func removeDeviceKey() async throws(EdgeError) -> Answer {
        _ = try await send(RemoveDeviceKey(device: try device()))
        return Answer(.noContent)
    }
}
