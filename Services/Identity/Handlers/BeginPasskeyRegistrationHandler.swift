import Models
import WebAuthn

struct BeginPasskeyRegistrationHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: BeginPasskeyRegistration, _ context: MessageContext) async throws -> PasskeyCreation {
        try await service.metrics.measure(BeginPasskeyRegistration.self) {
            let party = try service.settledRelyingParty()
            let (profile, passkeys) = try await service.store.beginPasskeyRegistration(request.account)
            let name = profile.names.email ?? profile.names.username.map { Personal($0) } ?? profile.names.phone
            let called = profile.details.displayName ?? profile.details.fullName ?? name
            return PasskeyCreation(
                relyingParty: party.id, relyingPartyName: party.name,
                userHandle: party.userHandle(of: request.account), userName: name ?? called ?? Personal(party.name),
                displayName: called ?? Personal(party.name),
                challenge: party.challenges.make(
                    for: .registration(request.account), random: service.random(PasskeyChallenges.randomLength),
                    at: service.now),
                algorithms: PasskeyAlgorithm.allCases.map { Int($0.rawValue) }, excluded: passkeys,
                requiresVerification: party.requiresVerification, seconds: Int(PasskeyChallenges.lifetimeSeconds))
        }
    }
}

extension ProfileDetails {
    /// First and last name, as far as they are known.
    fileprivate var fullName: Personal<String>? {
        let names = [firstName?.value, lastName?.value].compactMap(\.self).filter { !$0.isEmpty }
        return names.isEmpty ? nil : Personal(names.joined(separator: " "))
    }
}
