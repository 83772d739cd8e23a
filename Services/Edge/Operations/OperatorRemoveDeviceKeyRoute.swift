import HTTPTypes
import Models

func operatorRemoveDeviceKey(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    _ = try await call.send(RemoveDeviceKey(device: try call.device()))
    return Answer(.noContent)
}
