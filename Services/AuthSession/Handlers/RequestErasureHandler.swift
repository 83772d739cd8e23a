// Answers RequestErasure: a person has their account erased.

import AppleAccounts
import MessageBus
import Models

/// Answers `RequestErasure`. The session is looked up once more, and identity judges it again in the transaction that
/// erases the account.
struct RequestErasureHandler: Sendable {
    let service: SessionContext

    /// How old an identity token may be, in seconds.
    static let maximumTokenAge: Int64 = 300

    func handle(_ request: RequestErasure, _ context: MessageContext) async throws -> EraseAccount.Reply {
        let found = try await service.store.find(.id(request.session))
        guard let session = found.value, session.account == request.account, session.end == nil,
            service.limits.expiry(of: session) > service.clock.now()
        else { return try await replyToSecondArrival(of: request.erasure, context) }
        if let token = request.proof.identityToken {
            do {
                try await prove(request.account, token, nonce: request.proof.nonce, context)
            } catch {
                service.log.refused(.erasureRefused, by: .apple, error, context)
                throw error
            }
        }
        let person = EraseAccount.Person(
            session: session.id, authenticatedAt: session.authenticatedAt, password: request.proof.password)
        return try await service.client.send(
            EraseAccount(account: request.account, erasure: request.erasure, person: person), context)
    }

    /// The session ends with the account, and the answer may have been lost on its way to whoever asks again.
    private func replyToSecondArrival(
        of erasure: ErasureRequest, _ context: MessageContext
    ) async throws -> EraseAccount.Reply {
        do {
            let known = try await service.client.send(FindErasure(id: erasure.id, secret: erasure.secret), context)
            return EraseAccount.Reply(askedAt: known.askedAt)
        } catch BusError.refused(let error) where error.code == .notFound {
            throw ServiceError(.invalidToken, "this session has ended; sign in again")
        }
    }

    /// Has Apple vouch for the person of an account, by a token that is minutes old at most and is not used again.
    private func prove(
        _ account: AccountID, _ identityToken: SecretText, nonce: SecretText?, _ context: MessageContext
    ) async throws {
        guard let apple = service.apple else { throw AppleSignIn.notSetUp }
        let token = try await service.verify(identityToken, for: .signIn(nonce: nonce), apple, context)
        guard let subject = token.claims.subject,
            let vouched = AppleAccount(appleUserID: subject, domain: apple.domain)
        else { throw TokenRefusal.subject }
        guard vouched.id == account else {
            throw ServiceError(
                .forbidden, "this identity token is another person's; sign in with Apple as the one whose account it is"
            )
        }
        guard let issuedAt = token.claims.issuedAt, let end = token.claims.expiresAt else {
            throw TokenRefusal.malformed
        }
        let now = service.clock.now()
        guard issuedAt.adding(seconds: RequestErasureHandler.maximumTokenAge + TrustedIssuer.leeway) > now else {
            throw ServiceError(
                .signInTooOld, "sign in with Apple again, and repeat this within 5 minutes with the token that you get")
        }
        let spent = SpentToken(
            name: service.issuedNaming.spent(token.digest), end: end.adding(seconds: TrustedIssuer.leeway))
        guard try await service.store.spend(spent, at: now) else { throw TokenRefusal.spent }
    }
}
