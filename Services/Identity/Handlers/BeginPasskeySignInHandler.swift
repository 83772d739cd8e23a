import Models

struct BeginPasskeySignInHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: BeginPasskeySignIn, _ context: MessageContext) async throws -> PasskeyRequest {
        try await service.metrics.measure(BeginPasskeySignIn.self) {
            let party = try service.settledRelyingParty()
            return PasskeyRequest(
                relyingParty: party.id,
                challenge: party.challenges.make(
                    for: .signIn, random: service.random(PasskeyChallenges.randomLength), at: service.now),
                requiresVerification: party.requiresVerification, seconds: Int(PasskeyChallenges.lifetimeSeconds))
        }
    }
}
