import Models
import ServiceRuntime
import ServiceSettings

/// Idempotent: a repeated token changes nothing more.
struct TakeLogoutTokenHandler: Sendable {
    let service: SessionContext

    private static let refusal = ServiceError(
        .invalidRequest, "this is not a logout token of a trusted identity provider")

    func handle(_ request: TakeLogoutToken, _ context: MessageContext) async throws -> Done {
        guard let issuers = service.issuers else { throw TakeLogoutTokenHandler.refusal }
        do {
            let told = try await issuers.logout(request.token, source: context.source)
            try await take(told.logout, of: told.iss, called: told.issuer.name, until: told.end, context)
            return Done()
        } catch let refused as RefusedToken {
            service.log.refusedLogout(refused, context)
            service.metrics.countLogout(of: refused.issuer ?? "none", isSuccess: false)
            throw TakeLogoutTokenHandler.refusal
        }
    }

    private func take(
        _ logout: LogoutToken, of issuer: String, called name: String, until end: UnixTime, _ context: MessageContext
    ) async throws {
        let naming = service.issuedNaming
        let target: ProviderLogout.Target =
            switch logout.target {
            case .providerSession(let id): .providerSession(naming.providerSession(issuer: issuer, id: id))
            case .subject(let subject): .person(naming.person(issuer: issuer, subject: subject))
            }
        let stored = ProviderLogout(
            name: naming.logout(issuer: issuer, id: logout.id), target: target,
            issuedAt: logout.issuedAt.rawValue / 1000, end: end)
        let now = service.clock.now()
        let ended = try await service.store.takeLogout(stored, at: now)
        service.notify(ended ?? [], context)
        service.log.tookLogout(of: name, isNew: ended != nil, sessions: ended?.count ?? 0, context)
        service.metrics.countLogout(of: name, isSuccess: true)
    }
}
