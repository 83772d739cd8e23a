import Models

struct ReportSignInHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: ReportSignIn, _ context: MessageContext) async throws -> ReportSignIn.Reply {
        try await service.metrics.measure(ReportSignIn.self) {
            // In the language of the account, since the request may come from a stranger.
            let notice = service.notice(
                .newSignIn, id: request.id, of: MessageContent.Event(client: request.client, at: request.at))
            let locale = try await service.store.reportSignIn(request.account, telling: notice, at: service.now)
            service.messages.signal()
            return ReportSignIn.Reply(locale: locale)
        }
    }
}
