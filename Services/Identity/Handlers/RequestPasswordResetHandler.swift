import Models

struct RequestPasswordResetHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: RequestPasswordReset, _ context: MessageContext) async throws -> RequestPasswordReset.Reply {
        try await service.metrics.measure(RequestPasswordReset.self) {
            let address = try EmailAddress(request.email.value)
            // No error for too many requests: it would reveal to others that the user has asked.
            let isSent = service.countReset(of: address) == nil
            let now = service.now
            let link = PasswordLink(for: .passwordReset, service)
            let account = try await service.store.requestPasswordReset(
                of: address, token: link.token.hash, until: link.expiresAt,
                by: service.draft(link, in: context.client?.locale), isSent: isSent, at: now)
            if let account { service.record(.resetRequested, account, context) }
            // Also without an account, so that the time is the same.
            service.messages.signal()
            return RequestPasswordReset.Reply(number: randomNumber(), requestedAt: now)
        }
    }

    /// Returns a number that all JSON readers read exactly, from 1 to 2^53 - 1.
    private func randomNumber() -> Int64 {
        let bits = service.random(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return max(1, Int64(bits >> 11))
    }
}
