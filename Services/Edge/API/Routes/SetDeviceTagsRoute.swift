import BaliseAPI
import Models

func setDeviceTags(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let message = SetDeviceTags(
        account: caller.account, token: try call.pushToken(), tags: try call.body(as: SetDeviceTagsRequest.self).tags)
    _ = try await call.send(message)
    return .done("The tags are set.")
}
