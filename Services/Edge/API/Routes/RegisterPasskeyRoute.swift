import BaliseAPI
import Models

/// The recent sign-in was checked with the challenge, which is valid for minutes and for this account only.
func registerPasskey(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: RegisterPasskeyRequest.self)
    let message = RegisterPasskey(
        account: caller.account, signedInAt: caller.principal.signedInAt, attestation: try PasskeyAttestation(body),
        name: body.name.map { Personal($0) }, session: caller.session)
    return .enveloped(BalisePasskey(try await call.send(message)))
}
