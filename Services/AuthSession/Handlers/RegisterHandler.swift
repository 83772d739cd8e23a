// Answers Register: a person makes an account and is signed in to it.

import MessageBus
import Models

/// Answers `Register`.
struct RegisterHandler: Sendable {
    let service: SessionContext

    private static let door = Door.password

    func handle(_ request: Register, _ context: MessageContext) async throws -> SignedIn {
        let start = ContinuousClock.now
        do {
            try await service.checkAccountMayBeMade(context)
            let person = try await service.client.send(
                CreateAccount(
                    door: RegisterHandler.door, names: request.names, password: request.password,
                    details: request.details), context)
            // Who has just made an account on a device wants to stay.
            let signedIn = try await service.begin(
                request.kind, isRemembered: true, for: person, through: RegisterHandler.door, context)
            service.metrics.countRegistration(through: RegisterHandler.door, nil, took: .now - start)
            return signedIn
        } catch {
            service.log.refused(.registrationRefused, through: RegisterHandler.door, error, context)
            service.metrics.countRegistration(through: RegisterHandler.door, code(of: error), took: .now - start)
            throw error
        }
    }
}
