import BaliseAPI
import Models

func removeDeviceKey(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    _ = try await call.send(RemoveDeviceKey(device: try call.device(), account: caller.account))
    return .done("The device no longer has a key.")
}
