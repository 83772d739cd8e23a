import Models

struct SendPasswordLinkHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: SendPasswordLink, _ context: MessageContext) async throws -> SendPasswordLink.Reply {
        try await service.metrics.measure(SendPasswordLink.self) {
            let profile = try await service.store.findAccount(request.account, nil)
            // Users' own requests are counted too, since they go to the same mailbox.
            if let wait = profile.emailAddress.flatMap(service.countReset) {
                throw ServiceError(
                    .rateLimited, "too many requests for this address; look for the message that was sent",
                    retryAfter: wait)
            }
            let link = PasswordLink(for: profile.passwordChangedAt == nil ? .invitation : .passwordReset, service)
            try await service.store.sendPasswordLink(
                to: request.account, token: link.token.hash, until: link.expiresAt, by: service.draft(link, in: nil),
                at: service.now)
            service.messages.signal()
            service.record(.resetRequested, request.account, reason: "by an operator", context)
            return SendPasswordLink.Reply(
                expiresAt: link.expiresAt, messageFile: service.messages.file(of: link.kind))
        }
    }
}
