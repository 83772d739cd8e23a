import Models

struct BeginPasskeyProofHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: BeginPasskeyProof, _ context: MessageContext) async throws -> PasskeyRequest {
        try await service.metrics.measure(BeginPasskeyProof.self) {
            let party = try service.settledRelyingParty()
            let passkeys = try await service.store.beginPasskeyProof(request.account)
            return PasskeyRequest(
                relyingParty: party.id,
                challenge: party.challenges.make(
                    for: .proof(request.account, request.session),
                    random: service.random(PasskeyChallenges.randomLength), at: service.now),
                requiresVerification: true, seconds: Int(PasskeyChallenges.lifetimeSeconds), allowed: passkeys)
        }
    }
}
