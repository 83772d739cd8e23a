// POST users/me/passkeys: a person adds a passkey.

import BaliseAPI
import Models

/// That they signed in a moment ago was judged when they got the challenge, which counts for minutes and this account.
func registerPasskey(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: RegisterPasskeyRequest.self)
    let message = RegisterPasskey(
        account: caller.account, signedInAt: caller.principal.signedInAt, attestation: try PasskeyAttestation(body),
        name: body.name.map { Personal($0) }, session: caller.session)
    return .enveloped(BalisePasskey(try await call.send(message)))
}
