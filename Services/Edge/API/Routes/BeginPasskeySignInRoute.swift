import BaliseAPI
import Models

func beginPasskeySignIn(_ call: APICall) async throws(EdgeError) -> Answer {
    .enveloped(PasskeyRequestOptions(try await call.send(BeginPasskeySignIn())))
}
