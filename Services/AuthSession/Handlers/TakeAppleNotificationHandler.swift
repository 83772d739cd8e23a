import MessageBus
import Models

/// Idempotent: a repeated notification changes nothing more, even much later.
struct TakeAppleNotificationHandler: Sendable {
    let service: SessionContext

    func handle(_ request: TakeAppleNotification, _ context: MessageContext) async throws -> Done {
        guard let apple = service.apple else { throw AppleSignIn.notSetUp }
        do {
            let token = try await service.verify(request.payload, for: .notification, apple, context)
            guard let notification = AppleNotification(token.json) else { throw TokenRefusal.malformed }
            let account = try await service.store.appleAccount(AppleNames(userID: notification.subject))
            try await take(notification, of: account, context)
            return Done()
        } catch let refusal as TokenRefusal {
            service.log.refusedNotification(refusal, context)
            service.metrics.countNotification("refused")
            throw refusal
        }
    }

    private func take(
        _ notification: AppleNotification, of account: AccountID, _ context: MessageContext
    ) async throws {
        let (kind, now) = (notification.kind, service.clock.now())
        switch kind {
        case .consentRevoked:
            // A user who has signed in again since then has renewed the consent; the clocks may differ.
            let last = notification.moment?.adding(seconds: TrustedIssuer.leeway) ?? now
            let ended = try await service.store.endSessions(of: account, authenticatedUpTo: last, at: now)
            service.notify(ended, context)
        case .accountDeleted:
            _ = try await service.client.send(EraseAccount(account: account), context)
        case .other: break
        }
        service.log.tookNotification(kind.name, of: account, context)
        service.metrics.countNotification(kind.isKnown ? kind.name : "other")
    }
}
