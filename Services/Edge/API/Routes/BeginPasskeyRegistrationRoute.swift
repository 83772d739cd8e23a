import BaliseAPI
import Models

/// A passkey is a permanent way into the account, so the user must have signed in recently.
func beginPasskeyRegistration(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .enveloped(PasskeyCreationOptions(try await call.send(BeginPasskeyRegistration(account: caller.account))))
}
