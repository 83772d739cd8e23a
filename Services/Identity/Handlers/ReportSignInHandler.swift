// Answers ReportSignIn: somebody has signed in on a client that the account was not seen on before.

import Models

/// Answers `ReportSignIn`.
struct ReportSignInHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: ReportSignIn, _ context: MessageContext) async throws -> ReportSignIn.Reply {
        try await service.metrics.measure(ReportSignIn.self) {
            // In the language of the account: that of whoever signed in may be a stranger's.
            let notice = service.notice(
                .newSignIn, id: request.id, of: MessageContent.Event(client: request.client, at: request.at))
            let locale = try await service.store.reportSignIn(request.account, telling: notice, at: service.now)
            service.messages.signal()
            return ReportSignIn.Reply(locale: locale)
        }
    }
}
