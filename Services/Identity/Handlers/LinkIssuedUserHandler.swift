import Models
import Storage

struct LinkIssuedUserHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: LinkIssuedUser, _ context: MessageContext) async throws -> VerifiedAccount {
        try await service.metrics.measure(LinkIssuedUser.self) {
            let link = try ProviderLink(issuer: request.issuer, subjectHash: request.subjectHash)
            let verified = try await service.store.linkIssuedUser(
                link, request.claims.kept, to: request.account, recognisedAt: request.recognisedAt, at: service.now)
            service.record(.providerLinked, request.account, context)
            return verified
        }
    }
}
