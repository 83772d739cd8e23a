import BaliseAPI
import Models

func takeOverDevice(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: TakeOverDeviceRequest.self)
    let taken = try await call.sendSecret(
        TakeOverDevice(account: caller.account, ticket: SecretText(body.ticket)))
    return .enveloped(
        TakenOverMiataruDevice(
            device: ClaimedMiataruDevice(taken.device), deviceKey: SecretString(taken.key.secret)))
}
