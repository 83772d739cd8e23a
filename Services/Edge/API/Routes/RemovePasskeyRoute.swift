import BaliseAPI
import Models

func removePasskey(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    _ = try await call.send(RemovePasskey(account: caller.account, passkey: try call.passkey()))
    return .done("The passkey is removed.")
}
