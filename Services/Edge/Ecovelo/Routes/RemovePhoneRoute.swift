import BaliseAPI
import Models

func removePhone(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .cyclist(try await call.send(RemovePhone(account: caller.account)), caller)
}
