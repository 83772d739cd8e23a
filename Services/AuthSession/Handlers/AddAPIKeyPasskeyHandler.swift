import Models
import WebAuthn

struct AddAPIKeyPasskeyHandler: Sendable {
    let service: SessionContext

    func handle(_ request: AddAPIKeyPasskey, _ context: MessageContext) async throws -> APIKeyPasskey {
        let name = try APIKeyRules.passkeyName(request.name)
        let made: AttestedPasskey
        do { made = try verify(request) } catch {
            service.log.refusedPasskey(error, of: request.key, context)
            throw ServiceError(.invalidRequest, "the passkey was not added (\(error.rawValue)); begin again")
        }
        let id = try PasskeyID(random: service.random(12))
        switch try await service.store.addAPIKeyPasskey(
            made, id, called: name, of: request.key, at: service.clock.now())
        {
        case .added(let passkey):
            service.log.addedPasskey(to: request.key, context)
            return passkey
        case .keyIsOver(let code): throw ServiceError.keyIsOver(code)
        case .tooMany:
            throw ServiceError(
                .conflict, "this API key has \(AddAPIKeyPasskey.maximumPerKey) passkeys; remove one of them first")
        case .known: throw ServiceError(.conflict, "this passkey was added before; use another authenticator")
        }
    }

    private func verify(_ request: AddAPIKeyPasskey) throws(PasskeyRefusal) -> AttestedPasskey {
        let party = ConsoleParty(request.expected)
        let data = try ClientData(request.attestation.clientData, of: .registration, for: party)
        guard data.challenge == request.expected.challenge else { throw .challenge }
        return try AttestedPasskey(request.attestation, clientDataHash: data.hash, for: party)
    }
}
