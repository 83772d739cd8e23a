import MessageBus
import Models
import ServiceRuntime
import ServiceSettings

extension SessionContext {
    /// Handles a notification of Apple. If it states its time, a repetition ends no session that began since.
    func takeAppleNotification(_ request: TakeAppleNotification, _ context: MessageContext) async throws -> Done {
        guard let apple else { throw ServiceError.appleNotSetUp }
        do {
            let token = try await verify(request.payload, for: .notification, apple, context)
            guard let notification = AppleNotification(token.json) else { throw TokenRefusal.malformed }
            let account = try await store.appleAccount(AppleNames(userID: notification.subject))
            try await take(notification, of: account, context)
            return Done()
        } catch let refusal as TokenRefusal {
            log.refusedNotification(refusal, context)
            metrics.countNotification("refused")
            throw refusal
        }
    }

    private func take(
        _ notification: AppleNotification, of account: AccountID, _ context: MessageContext
    ) async throws {
        let (kind, now) = (notification.kind, clock.now())
        switch kind {
        case .consentRevoked:
            // A user who has signed in again since then has renewed the consent, so new sessions stay. The clocks may
            // differ.
            let last = notification.moment?.adding(seconds: TrustedIssuer.leeway) ?? now
            let ended = try await store.endSessions(of: account, authenticatedUpTo: last, at: now)
            notify(ended, context)
        case .accountDeleted: _ = try await client.send(EraseAccount(account: account), context)
        case .other: break
        }
        log.tookNotification(kind.name, of: account, context)
        metrics.countNotification(kind.isKnown ? kind.name : "other")
    }

    private static let noLogoutToken = ServiceError(
        .invalidRequest, "this is not a logout token of a trusted identity provider")

    /// Handles a logout token. A repeated logout token changes nothing more.
    func takeLogoutToken(_ request: TakeLogoutToken, _ context: MessageContext) async throws -> Done {
        guard let issuers else { throw SessionContext.noLogoutToken }
        do {
            let told = try await issuers.logout(request.token, source: context.source)
            try await take(told.logout, of: told.iss, called: told.issuer.name, until: told.end, context)
            return Done()
        } catch let refused as RefusedToken {
            log.refusedLogout(refused, context)
            metrics.count(SessionMetrics.logouts, of: refused.issuer ?? "none", isSuccess: false)
            throw SessionContext.noLogoutToken
        }
    }

    private func take(
        _ logout: LogoutToken, of issuer: String, called name: String, until end: UnixTime, _ context: MessageContext
    ) async throws {
        let naming = issuedNaming
        let target: ProviderLogout.Target =
            switch logout.target {
            case .providerSession(let id): .providerSession(naming.providerSession(issuer: issuer, id: id))
            case .subject(let subject): .person(naming.person(issuer: issuer, subject: subject))
            }
        let stored = ProviderLogout(
            name: naming.logout(issuer: issuer, id: logout.id), target: target,
            issuedAt: logout.issuedAt.rawValue / 1000, end: end)
        let now = clock.now()
        let ended = try await store.takeLogout(stored, at: now)
        notify(ended ?? [], context)
        log.tookLogout(of: name, isNew: ended != nil, sessions: ended?.count ?? 0, context)
        metrics.count(SessionMetrics.logouts, of: name, isSuccess: true)
    }
}
