// Answers RequestPasswordReset: a person has forgotten their password.

import Models

/// Answers `RequestPasswordReset`.
struct RequestPasswordResetHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: RequestPasswordReset, _ context: MessageContext) async throws -> RequestPasswordReset.Reply {
        try await service.metrics.measure(RequestPasswordReset.self) {
            let address = try EmailAddress(request.email.value)
            // Answered like the others: anybody may ask, and would learn that its person has asked.
            let isSent = service.countReset(of: address) == nil
            let now = service.now
            let link = PasswordLink(for: .passwordReset, service)
            let account = try await service.store.requestPasswordReset(
                of: address, token: link.token.hash, until: link.expiresAt,
                by: service.draft(link, in: context.client?.locale), isSent: isSent, at: now)
            if let account { service.record(.resetRequested, account, context) }
            // Also where there is none, so that this takes as long.
            service.messages.signal()
            return RequestPasswordReset.Reply(number: randomNumber(), requestedAt: now)
        }
    }

    /// A number that every reader of JSON takes whole, from 1 to 2^53 - 1.
    private func randomNumber() -> Int64 {
        let bits = service.random(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return max(1, Int64(bits >> 11))
    }
}
