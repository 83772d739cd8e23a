import BaliseAPI
import Models

func beginPasskeyProof(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let message = BeginPasskeyProof(account: caller.account, session: caller.session)
    return .enveloped(PasskeyRequestOptions(try await call.send(message)))
}
