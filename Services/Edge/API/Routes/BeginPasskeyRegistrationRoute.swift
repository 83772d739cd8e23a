// POST users/me/passkeys/options: a person wants to add a passkey.

import BaliseAPI
import Models

/// A passkey is a way into the account that stays, so whoever adds one has to have signed in a moment ago.
func beginPasskeyRegistration(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .enveloped(PasskeyCreationOptions(try await call.send(BeginPasskeyRegistration(account: caller.account))))
}
