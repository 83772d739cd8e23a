// POST auth/passkeys/options: somebody wants to sign in with a passkey.

import BaliseAPI
import Models

func beginPasskeySignIn(_ call: APICall) async throws(EdgeError) -> Answer {
    .enveloped(PasskeyRequestOptions(try await call.send(BeginPasskeySignIn())))
}
