// Answering the end of sessions and keys when it holds.

import MessageBus
import Models

/// The services behind the edge, as those APIs see them in which sessions and API keys end: the reply to what ends them
/// comes when they have ended here too, so that what a client was answered is true.
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
            // The feed says the same a moment later.
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
