import MessageBus
import Models

/// The services behind the edge, for APIs that end sessions and API keys. The reply to such a call waits until the end
/// has taken effect on this edge, so that the client's answer is true.
struct EndingServices: Services {
    let services: any Services
    let authenticator: Authenticator

    func send<R: ServiceRequest>(
        _ request: R, _ context: MessageContext
    ) async throws(BusError) -> R.Reply {
        let reply = try await services.send(request, context)
        let act = request as? ActForOperator
        switch act.map({ MessageCode(rawValue: $0.act) }) ?? R.code {
        case SetAccountStatus.code, EraseAccount.code, EraseOwnAccount.code, RequestErasure.code, ResetPassword.code,
            RemoveProviderLink.code, ConfirmEmail.code:
            await authenticator.awaitEnds(ofAccounts: true, context)
        case EndOtherSessions.code, TakeLogoutToken.code, TakeAppleNotification.code, RevokeAPIKey.code:
            await authenticator.awaitEnds(ofAccounts: R.code == TakeAppleNotification.code, context)
        case EndSession.code:
            // The feed announces the same a moment later.
            if let ended = (request as? EndSession) ?? (try? act?.read(as: EndSession.self)) {
                authenticator.forget(session: ended.session)
            }
        case DecideMissingAccounts.code:
            if act?.target == .authSession, let decided = try? act?.read(as: DecideMissingAccounts.self),
                decided.decision == .erase
            {
                await authenticator.awaitEnds(ofAccounts: true, context)
            }
        default: break
        }
        return reply
    }

    func send<R: Request>(
        _ request: R, to service: ServiceName, at endpoint: Endpoint?, _ context: MessageContext
    ) async throws(BusError) -> R.Reply {
        try await services.send(request, to: service, at: endpoint, context)
    }
}
