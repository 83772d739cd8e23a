import MessageBus
import Models

/// After a wrong code, the ticket can be used with another code until it expires.
struct TakeSecondStepHandler: Sendable {
    let service: SessionContext

    func handle(_ request: TakeSecondStep, _ context: MessageContext) async throws -> SignedIn {
        do {
            return try await signIn(try pending(request, context), request, context)
        } catch is TokenRefusal {
            throw ServiceError(
                .invalidToken,
                "this ticket is not valid: it was used, has expired, or is not a ticket; sign in again from the beginning"
            )
        }
    }

    private func signIn(
        _ pending: PendingSignIn, _ request: TakeSecondStep, _ context: MessageContext
    ) async throws -> SignedIn {
        let ticket = SpentToken(name: service.issuedNaming.spent(request.ticket), end: pending.end, mayRepeat: false)
        return try await service.signIn(
            by: pending.signInMethod, pending.kind, isRemembered: pending.isRemembered, context
        ) {
            guard pending.end > service.clock.now() else { throw TokenRefusal.expired }
            // `begin` checks this again. It is checked here first, so that no code is wasted.
            let spent = pending.spends ?? ticket
            guard try await service.store.maySpend(spent, at: service.clock.now()) else {
                throw TokenRefusal.spent
            }
            return Recognised(
                person: try await person(pending, request, context), token: spent,
                rest: Recognised.Rest(vouched: pending.vouched))
        }
    }

    private func pending(_ request: TakeSecondStep, _ context: MessageContext) throws -> PendingSignIn {
        guard let pending = service.signInSeal.open(request.ticket, as: PendingSignIn.self) else {
            service.log.refusedTicket(context)
            throw TokenRefusal.malformed
        }
        return pending
    }

    private func person(
        _ pending: PendingSignIn, _ request: TakeSecondStep, _ context: MessageContext
    ) async throws -> VerifiedAccount {
        let person = try await service.client.send(
            VerifySecondStep(
                account: pending.account, signInMethod: pending.signInMethod, recognisedAt: pending.recognisedAt,
                firstStep: pending.firstStep, shownCode: request.shownCode, recoveryCode: request.recoveryCode,
                cancelsErasure: pending.cancelsErasure), context)
        guard let link = pending.link else { return person }
        return try await service.client.send(
            LinkIssuedUser(
                account: pending.account, recognisedAt: person.verifiedAt, issuer: link.issuer,
                subjectHash: link.subjectHash, claims: link.claims), context)
    }
}
