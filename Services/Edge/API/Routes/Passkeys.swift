import BaliseAPI
import BaliseJSON
import Models

func beginPasskeySignIn(_ call: APICall) async throws(EdgeError) -> Answer {
    .enveloped(PasskeyRequestOptions(try await call.send(BeginPasskeySignIn())))
}

func signInWithPasskey(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SignInWithPasskeyRequest.self)
    let reply = try await call.sendSecret(
        SignInWithPasskey(
            assertion: try PasskeyAssertion(id: body.id, body.response), kind: body.kind ?? .rotating,
            cancelsErasure: body.cancelErasure))
    return try call.signedIn(reply)
}

/// Begins to register a passkey, a permanent way into the account. So the user must have signed in recently.
func beginPasskeyRegistration(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .enveloped(PasskeyCreationOptions(try await call.send(BeginPasskeyRegistration(account: caller.account))))
}

/// Registers a passkey. The recent sign-in was checked with the challenge, valid for minutes and this account only.
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
    try await call.send(RemovePasskey(account: caller.account, passkey: try call.id()), done: "The passkey is removed.")
}

func beginPasskeyProof(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let message = BeginPasskeyProof(account: caller.account, session: caller.session)
    return .enveloped(PasskeyRequestOptions(try await call.send(message)))
}

extension PasskeyCreationOptions {
    init(_ creation: PasskeyCreation) {
        self.init(
            rp: RelyingParty(id: creation.relyingParty, name: creation.relyingPartyName),
            user: User(
                id: base64URL(creation.userHandle), name: creation.userName.value,
                displayName: creation.displayName.value),
            challenge: base64URL(creation.challenge),
            pubKeyCredParams: creation.algorithms.map { Algorithm(alg: $0) }, timeout: creation.seconds * 1000,
            excludeCredentials: creation.excluded.map(PasskeyDescription.init),
            authenticatorSelection: Selection(
                userVerification: verification(isRequired: creation.requiresVerification)))
    }
}

extension PasskeyRequestOptions {
    init(_ request: PasskeyRequest) {
        self.init(
            challenge: base64URL(request.challenge), timeout: request.seconds * 1000, rpId: request.relyingParty,
            userVerification: verification(isRequired: request.requiresVerification),
            allowCredentials: request.allowed?.map(PasskeyDescription.init))
    }
}

private func verification(isRequired: Bool) -> String { isRequired ? "required" : "preferred" }

extension PasskeyDescription {
    init(_ descriptor: PasskeyDescriptor) {
        self.init(
            id: base64URL(descriptor.credentialID),
            transports: descriptor.transports.isEmpty ? nil : descriptor.transports)
    }
}

extension BalisePasskey {
    init(_ passkey: Passkey) {
        self.init(
            id: passkey.id.text, credentialId: base64URL(passkey.credentialID), name: passkey.name.value,
            createdAt: passkey.createdAt.date, lastUsedAt: passkey.lastUsedAt?.date, isBackedUp: passkey.isBackedUp)
    }
}

extension PasskeyAttestation {
    /// Reads the authenticator's answer after it has created a passkey. Throws 400 unless the members are base64url.
    init(_ body: RegisterPasskeyRequest) throws(EdgeError) {
        self.init(
            credentialID: try bytes(body.id, "id"),
            clientData: try bytes(body.response.clientDataJSON, "response.clientDataJSON"),
            attestationObject: try bytes(body.response.attestationObject, "response.attestationObject"),
            transports: body.response.transports ?? [])
    }
}

extension PasskeyAssertion {
    /// Reads an assertion. Throws 400 unless the members are base64url. `place` is their path in the body, with a dot.
    init(id: String, _ response: SignInWithPasskeyRequest.Response, in place: String = "") throws(EdgeError) {
        var handle: [UInt8]?
        // A browser without a user handle sends "".
        if let text = response.userHandle, !text.isEmpty { handle = try bytes(text, place + "response.userHandle") }
        self.init(
            credentialID: try bytes(id, place + "id"),
            clientData: try bytes(response.clientDataJSON, place + "response.clientDataJSON"),
            authenticatorData: try bytes(response.authenticatorData, place + "response.authenticatorData"),
            signature: try bytes(response.signature, place + "response.signature"), userHandle: handle)
    }
}

private func bytes(_ text: String, _ member: String) throws(EdgeError) -> [UInt8] {
    guard let bytes = base64URLDecoded(text.utf8) else {
        throw .invalid("The member \(member) must be base64url without padding.", field: member)
    }
    return bytes
}
