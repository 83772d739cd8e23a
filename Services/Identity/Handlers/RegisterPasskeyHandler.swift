import Models
import WebAuthn

struct RegisterPasskeyHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: RegisterPasskey, _ context: MessageContext) async throws -> Passkey {
        try await service.metrics.measure(RegisterPasskey.self) {
            let party = try service.settledRelyingParty()
            let name = try request.name.map(PasskeyName.checked) ?? PasskeyName.standard
            do {
                let passkey = try await register(request, called: name, party)
                service.record(.passkeyAdded, request.account, context)
                return passkey
            } catch {
                guard let refusal = PasskeyRefusal(of: error) else { throw error }
                service.record(.passkeyRefused, request.account, reason: refusal.rawValue, context)
                throw refusal.registrationAnswer
            }
        }
    }

    private func register(
        _ request: RegisterPasskey, called name: Personal<String>, _ party: RelyingParty
    ) async throws -> Passkey {
        let data = try ClientData(request.attestation.clientData, of: .registration, for: party)
        let challenge = try party.challenges.check(
            data.challenge, for: .registration(request.account), at: service.now)
        let made = try AttestedPasskey(request.attestation, clientDataHash: data.hash, for: party)
        return try await service.store.registerPasskey(
            made, try PasskeyID(random: service.random(12)), called: name, of: request.account,
            signedInAt: request.signedInAt, in: request.session, answering: challenge, at: service.now)
    }
}
