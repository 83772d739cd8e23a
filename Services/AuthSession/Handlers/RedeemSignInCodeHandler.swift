import MessageBus
import Models

/// A code that was refused without a password can be used again with one.
struct RedeemSignInCodeHandler: Sendable {
    let service: SessionContext

    func handle(_ request: RedeemSignInCode, _ context: MessageContext) async throws -> SignedIn {
        do { return try await signIn(request, context) } catch is TokenRefusal {
            throw ServiceError(
                .invalidToken,
                "this code is not valid: it was used, has expired, or belongs to another sign-in; begin again")
        }
    }

    private func signIn(_ request: RedeemSignInCode, _ context: MessageContext) async throws -> SignedIn {
        var grant: VouchedSignIn.Apple?
        // A user signs in on their own device to stay signed in, unless the account page asks.
        let signedIn = try await service.signIn(
            by: .issuer, request.kind, isRemembered: request.isRemembered ?? true, context
        ) {
            let vouched = try vouched(request, context)
            let spent = SpentToken(
                name: service.issuedNaming.spent(request.signInCode), end: vouched.end, mayRepeat: false)
            // `begin` checks this again. It is checked here first, so that an old code cannot restore an erased
            // account.
            guard try await service.store.maySpend(spent, at: service.clock.now()) else {
                throw TokenRefusal.spent
            }
            grant = vouched.apple
            let account = try await appleAccount(vouched)
            try await service.checkAccountMayBeMade(id: account)
            var recognised = try await recognise(vouched, ofApple: account, request, context)
            recognised.token = spent
            recognised.rest.vouched = vouched.origin
            return recognised
        }
        if let grant, let token = grant.refreshToken {
            service.appleTokens?.receive(
                .refreshToken(token), of: signedIn.profile.account, client: grant.client, context)
        }
        return signedIn
    }

    private func vouched(_ request: RedeemSignInCode, _ context: MessageContext) throws -> VouchedSignIn {
        guard let vouched = service.signInSeal.open(request.signInCode, as: VouchedSignIn.self) else {
            throw TokenRefusal.malformed
        }
        guard vouched.end > service.clock.now() else { throw TokenRefusal.expired }
        // RFC 7636, section 4.6: a party that intercepted the code on its way to the app cannot use it.
        let challenge = PKCE.challenge(of: request.verifier)
        guard Array(challenge.utf8).equalsInConstantTime(Array(vouched.appChallenge.utf8)) else {
            throw TokenRefusal.verifier
        }
        return vouched
    }

    /// The account of an Apple user; nil for any other provider.
    private func appleAccount(_ vouched: VouchedSignIn) async throws -> AccountID? {
        guard let names = vouched.apple?.names else { return nil }
        return try await service.store.appleAccount(names)
    }

    private func recognise(
        _ vouched: VouchedSignIn, ofApple account: AccountID?, _ request: RedeemSignInCode, _ context: MessageContext
    ) async throws -> Recognised {
        if let account {
            let person = try await service.client.send(
                RecogniseAppleUser(account: account, cancelsErasure: request.cancelsErasure), context)
            return Recognised(person: person)
        }
        let address = vouched.claims.emailIsVerified == true ? vouched.claims.email : nil
        guard let password = request.password, let address else {
            let person = try await service.client.send(
                RecogniseIssuedUser(
                    issuer: vouched.issuer, subjectHash: vouched.subjectHash, claims: vouched.claims,
                    cancelsErasure: request.cancelsErasure,
                    verifiedAddress: request.makesAccount == true ? nil : address, takesSecondStep: true,
                    skipsSecondStep: service.issuers?.trustsSecondStep(of: vouched) ?? false), context)
            return Recognised(person: person, rest: rest(after: person, vouched, request))
        }
        let proved = try await service.client.send(
            VerifyPassword(
                signInMethod: .password, login: address, password: password,
                cancelsErasure: request.cancelsErasure, takesSecondStep: true), context)
        if proved.firstStep != nil {
            return Recognised(person: proved, rest: rest(after: proved, vouched, request))
        }
        let linked = try await service.client.send(
            LinkIssuedUser(
                account: proved.profile.account, recognisedAt: proved.verifiedAt, issuer: vouched.issuer,
                subjectHash: vouched.subjectHash, claims: vouched.claims), context)
        return Recognised(person: linked)
    }

    /// A link is a permanent way in, and the provider's claims are stored: both wait for the second step.
    private func rest(
        after person: VerifiedAccount, _ vouched: VouchedSignIn, _ request: RedeemSignInCode
    ) -> Recognised.Rest {
        guard person.firstStep != nil else { return Recognised.Rest() }
        return Recognised.Rest(
            cancelsErasure: request.cancelsErasure ?? false,
            link: PendingLink(issuer: vouched.issuer, subjectHash: vouched.subjectHash, claims: vouched.claims))
    }
}
