import BaliseAPI
import Models

func beginPasskeySignIn(_ call: APICall) async throws(EdgeError) -> Answer {
    .enveloped(PasskeyRequestOptions(try await call.send(BeginPasskeySignIn())))
}

/// The app gets tokens that change, unless it says that it never refreshes (`kind` is `opaque`).
func signInWithPasskey(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SignInWithPasskeyRequest.self)
    let kind = body.kind ?? .rotating
    guard SessionKind.allCases.contains(kind) else { throw EdgeError(SignInWithPasskeyRequest.unknownKind) }
    let reply = try await call.sendSecret(
        SignInWithPasskey(
            assertion: try PasskeyAssertion(id: body.id, body.response), kind: kind,
            cancelsErasure: body.cancelErasure))
    return try call.signedIn(reply)
}

/// A passkey is a permanent way into the account, so the user must have signed in recently.
func beginPasskeyRegistration(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .enveloped(PasskeyCreationOptions(try await call.send(BeginPasskeyRegistration(account: caller.account))))
}

/// The recent sign-in was checked with the challenge, which is valid for minutes and for this account only.
func registerPasskey(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: RegisterPasskeyRequest.self)
    let message = RegisterPasskey(
        account: caller.account, signedInAt: caller.principal.signedInAt, attestation: try PasskeyAttestation(body),
        name: body.name.map { Personal($0) }, session: caller.session)
    return .enveloped(BalisePasskey(try await call.send(message)))
}

func listPasskeys(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let passkeys = try await call.send(ListPasskeys(account: caller.account))
    return .enveloped(BalisePasskeyList(passkeys: passkeys.map(BalisePasskey.init), totalCount: passkeys.count))
}

func renamePasskey(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let message = RenamePasskey(
        account: caller.account, passkey: try call.id(),
        name: Personal(try call.body(as: RenamePasskeyRequest.self).name))
    return .enveloped(BalisePasskey(try await call.send(message)))
}

func removePasskey(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await call.send(
        RemovePasskey(account: caller.account, passkey: try call.id()), done: "The passkey is removed.")
}

func beginPasskeyProof(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let message = BeginPasskeyProof(account: caller.account, session: caller.session)
    return .enveloped(PasskeyRequestOptions(try await call.send(message)))
}
