import BaliseAPI
import Models

func releaseDevice(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    _ = try await call.send(ReleaseDevice(account: caller.account, device: try call.device()))
    return .done("The device is no longer yours. It keeps its key and its data.")
}
