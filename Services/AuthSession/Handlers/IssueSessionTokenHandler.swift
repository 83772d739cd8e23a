import Models

struct IssueSessionTokenHandler: Sendable {
    let service: SessionContext

    /// In seconds.
    private static let lifetimes: ClosedRange<Int64> = 1...3600

    func handle(
        _ request: IssueSessionToken, _ context: MessageContext
    ) async throws -> IssueSessionToken.Reply {
        guard IssueSessionTokenHandler.lifetimes.contains(request.lifetime) else {
            throw ServiceError(.invalidRequest, "a session's token is valid for 1 to 3600 seconds")
        }
        let now = service.clock.now()
        let session = try await service.store.find(.id(request.session)).value
        guard let session, session.account == request.account, session.end == nil else {
            throw ServiceError.noSuchSession
        }
        let expiry = service.limits.expiry(of: session)
        guard expiry > now else { throw ServiceError.noSuchSession }
        let issued = try service.accessTokens.token(
            showing: session, signedBy: try service.signingKey(at: now), from: now,
            to: min(expiry, now.adding(seconds: request.lifetime)))
        return IssueSessionToken.Reply(token: issued.token, expiresAt: issued.expiresAt)
    }
}
