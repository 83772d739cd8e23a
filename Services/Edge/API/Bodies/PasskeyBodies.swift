import BaliseAPI
import BaliseJSON
import Models

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
    /// The authenticator's answer after it created a passkey. Throws 400 unless the members are base64url.
    init(_ body: RegisterPasskeyRequest) throws(EdgeError) {
        self.init(
            credentialID: try bytes(body.id, "id"),
            clientData: try bytes(body.response.clientDataJSON, "response.clientDataJSON"),
            attestationObject: try bytes(body.response.attestationObject, "response.attestationObject"),
            transports: body.response.transports ?? [])
    }
}

extension PasskeyAssertion {
    /// Throws 400 unless the members are base64url. `place` is the path of the members in the body, with a dot at its end.
    init(
        id: String, _ response: SignInWithPasskeyRequest.Response, in place: String = ""
    ) throws(EdgeError) {
        var handle: [UInt8]?
        // A browser sends "" instead of no handle.
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
