// Answers TakeLogoutToken: an identity provider tells that a person has signed out there.

import Models
import ServiceRuntime

/// Answers `TakeLogoutToken`. Taking the same one twice does no more than taking it once.
struct TakeLogoutTokenHandler: Sendable {
    let desk: SessionDesk

    private static let refusal = ServiceError(
        .invalidRequest, "this is no logout token of an identity provider that is trusted here")

    func handle(_ request: TakeLogoutToken, _ context: MessageContext) async throws -> Done {
        guard let issuers = desk.issuers else { throw TakeLogoutTokenHandler.refusal }
        do {
            let told = try await issuers.logout(request.token, source: context.source)
            try await take(told.logout, of: told.issuer.issuer, called: told.issuer.name, until: told.end, context)
            return Done()
        } catch let refused as RefusedToken {
            desk.log.refusedLogout(refused, context)
            desk.metrics.countLogout(of: refused.issuer ?? "none", isSuccess: false)
            throw TakeLogoutTokenHandler.refusal
        } catch let issuer as IssuerUnreachable {
            throw ServiceError.issuerUnreachable(issuer)
        }
    }

    nonisolated(nonsending) private func take(
        _ logout: LogoutToken, of issuer: String, called name: String, until end: UnixTime, _ context: MessageContext
    ) async throws {
        let naming = desk.issuedNaming
        let target: ProviderLogout.Target =
            switch logout.target {
            case .providerSession(let id): .providerSession(naming.providerSession(issuer: issuer, id: id))
            case .subject(let subject): .person(naming.person(issuer: issuer, subject: subject))
            }
        let stored = ProviderLogout(
            name: naming.logout(issuer: issuer, id: logout.id), target: target,
            issuedAt: logout.issuedAt.rawValue / 1000, end: end)
        let now = desk.clock.now()
        let ended = try await desk.ask(context) { store throws(SessionStoreError) in
            try await store.take(stored, at: now)
        }
        desk.tell(ended ?? [], context)
        desk.log.tookLogout(of: name, isNew: ended != nil, sessions: ended?.count ?? 0, context)
        desk.metrics.countLogout(of: name, isSuccess: true)
    }
}
