import MessageBus
import Models

struct RegisterHandler: Sendable {
    let service: SessionContext

    private static let signInMethod = SignInMethod.password

    func handle(_ request: Register, _ context: MessageContext) async throws -> SignedIn {
        let start = ContinuousClock.now
        do {
            try await service.checkAccountMayBeMade()
            let person = try await service.client.send(
                CreateAccount(
                    signInMethod: RegisterHandler.signInMethod, names: request.names, password: request.password,
                    details: request.details), context)
            // A user who creates an account on a device wants to stay signed in.
            let signedIn = try await service.begin(
                request.kind, isRemembered: true, for: person, by: RegisterHandler.signInMethod, context)
            service.metrics.countRegistration(by: RegisterHandler.signInMethod, nil, took: .now - start)
            return signedIn
        } catch {
            service.log.refused(.registrationRefused, by: RegisterHandler.signInMethod, error, context)
            service.metrics.countRegistration(
                by: RegisterHandler.signInMethod, ErrorCode(of: error), took: .now - start)
            throw error
        }
    }
}
