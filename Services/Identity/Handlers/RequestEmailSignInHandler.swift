import Models

struct RequestEmailSignInHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: RequestEmailSignIn, _ context: MessageContext) async throws -> Done {
        try await service.metrics.measure(RequestEmailSignIn.self) {
            let address = try EmailAddress(request.email.value)
            let draft = service.emailCode(for: .signIn, in: context.client?.locale)
            let account = try await service.store.requestEmailSignIn(address, draft, at: service.now)
            if let account { service.record(.signInCodeRequested, account, context) }
            // Also without an account, so that the time is the same.
            service.messages.signal()
            return Done()
        }
    }
}
