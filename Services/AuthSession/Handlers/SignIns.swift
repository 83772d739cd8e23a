import MessageBus
import Models

extension SessionContext {
    func register(_ request: Register, _ context: MessageContext) async throws -> SignedIn {
        let start = ContinuousClock.now
        do {
            try await checkAccountMayBeMade()
            let person = try await client.send(
                CreateAccount(
                    signInMethod: .password, names: request.names, password: request.password,
                    details: request.details), context)
            // A user who creates an account on a device wants to stay signed in.
            let signedIn = try await begin(request.kind, isRemembered: true, for: person, by: .password, context)
            metrics.countRegistration(by: .password, nil, took: .now - start)
            return signedIn
        } catch {
            log.refused(.registrationRefused, by: .password, error, context)
            metrics.countRegistration(by: .password, ErrorCode(of: error), took: .now - start)
            throw error
        }
    }

    func signIn(_ request: SignIn, _ context: MessageContext) async throws -> SignedIn {
        let signInMethod = request.signInMethod ?? .password
        guard signInMethod == .password || signInMethod == .appwrite else {
            throw ServiceError(.invalidRequest, "the method \(signInMethod.rawValue) has no password to sign in with")
        }
        return try await signIn(by: signInMethod, request.kind, isRemembered: request.isRemembered, context) {
            let message = VerifyPassword(
                signInMethod: signInMethod, login: request.login, password: request.password,
                seen: await seenSession(request.shown), cancelsErasure: request.cancelsErasure,
                takesSecondStep: true)
            return try await recognised(request.cancelsErasure, orUnknown: .wrongCredentials) {
                try await client.send(message, context)
            }
        }
    }

    /// Asks the identity service for the account of a proof. The error `unknown` may mean a missing account, so it is
    /// thrown only if no accounts are missing.
    private func recognised(
        _ cancelsErasure: Bool?, orUnknown unknown: ErrorCode, _ ask: () async throws -> VerifiedAccount
    ) async throws -> Recognised {
        do {
            return Recognised(person: try await ask(), rest: Recognised.Rest(cancelsErasure: cancelsErasure ?? false))
        } catch BusError.refused(let error) where error.code == unknown {
            try await checkNoAccountsAreMissing()
            throw error
        }
    }

    /// Returns the session, even an ended session, of a credential that was made here; nil for any other text and for
    /// an exchanged token. It only shows that this app was signed in before, so an error counts as nil.
    private func seenSession(_ shown: SecretText?) async -> SeenSession? {
        guard let shown else { return nil }
        let key: SessionKey
        if let hash = OpaqueSecret.session.hash(shown) {
            key = .secret(hash)
        } else if let refresh = refreshTokens.read(shown) {
            key = .id(refresh.session)
        } else if let claims = await accessTokens.readFromAnyProcess(shown), claims.exchange == nil {
            key = .id(claims.session)
        } else {
            return nil
        }
        guard let session = try? await store.find(key).value else { return nil }
        return SeenSession(account: session.account, session: session.id)
    }

    /// Signs in with Apple. Neither the Apple user id nor the token's other data about the person leaves this method.
    func signInWithApple(_ request: SignInWithApple, _ context: MessageContext) async throws -> SignedIn {
        guard let apple else { throw ServiceError.appleNotSetUp }
        var audience: String?
        // An app that signs in with Apple wants to stay signed in.
        let signedIn = try await signIn(by: .apple, request.kind, isRemembered: true, context) {
            let token = try await verify(request.identityToken, for: .signIn(nonce: request.nonce), apple, context)
            audience = token.claims.audiences.first(where: apple.issuer.audiences.contains)
            let account = try await store.appleAccount(AppleNames(token.claims))
            guard let end = token.claims.expiresAt else { throw TokenRefusal.malformed }
            let spent = SpentToken(
                name: issuedNaming.spent(token.digest), end: end.adding(seconds: TrustedIssuer.leeway))
            // `begin` checks this again. Here it keeps an old token from restoring an erased account.
            guard try await store.maySpend(spent, at: clock.now()) else { throw TokenRefusal.spent }
            try await checkAccountMayBeMade(id: account)
            let person = try await client.send(
                RecogniseAppleUser(account: account, cancelsErasure: request.cancelsErasure), context)
            return Recognised(person: person, token: spent)
        }
        if let code = request.authorizationCode, let audience {
            appleTokens?.receive(
                .code(code, redirectURI: request.redirectURI), of: signedIn.profile.account, client: audience, context)
        }
        return signedIn
    }

    /// Signs in with a passkey. The identity service, which has the public keys, checks the assertion.
    func signInWithPasskey(_ request: SignInWithPasskey, _ context: MessageContext) async throws -> SignedIn {
        // A passkey is as permanent as a lasting session, so the session lasts unless the account page asks.
        try await signIn(by: .passkey, request.kind, isRemembered: request.isRemembered ?? true, context) {
            let message = VerifyPasskey(
                assertion: request.assertion, takesSecondStep: true, cancelsErasure: request.cancelsErasure)
            return try await recognised(request.cancelsErasure, orUnknown: .invalidToken) {
                try await client.send(message, context)
            }
        }
    }

    /// Signs in with a code. The identity service, which sent the code, checks it.
    func signInWithEmailCode(_ request: SignInWithEmailCode, _ context: MessageContext) async throws -> SignedIn {
        try await signIn(by: .emailCode, request.kind, isRemembered: request.isRemembered, context) {
            let message = VerifyEmailCode(
                email: request.email, emailCode: request.emailCode, cancelsErasure: request.cancelsErasure,
                takesSecondStep: true)
            return try await recognised(request.cancelsErasure, orUnknown: .codeMismatch) {
                try await client.send(message, context)
            }
        }
    }

    /// Completes a sign-in. After a wrong code, the ticket can be used with another code until it expires.
    func takeSecondStep(_ request: TakeSecondStep, _ context: MessageContext) async throws -> SignedIn {
        do {
            guard let pending = signInSeal.open(request.ticket, as: PendingSignIn.self) else {
                log.refusedTicket(context)
                throw TokenRefusal.malformed
            }
            let ticket = SpentToken(name: issuedNaming.spent(request.ticket), end: pending.end, mayRepeat: false)
            return try await signIn(
                by: pending.signInMethod, pending.kind, isRemembered: pending.isRemembered, context
            ) {
                guard pending.end > clock.now() else { throw TokenRefusal.expired }
                // `begin` checks this again. The check comes first, so that no code is wasted.
                let spent = pending.spends ?? ticket
                guard try await store.maySpend(spent, at: clock.now()) else { throw TokenRefusal.spent }
                return Recognised(
                    person: try await checkSecondStep(of: pending, request, context), token: spent,
                    rest: Recognised.Rest(vouched: pending.vouched))
            }
        } catch is TokenRefusal {
            throw ServiceError(
                .invalidToken,
                "this ticket is not valid: it was used, has expired, or is not a ticket; sign in again from the beginning"
            )
        }
    }

    private func checkSecondStep(
        of pending: PendingSignIn, _ request: TakeSecondStep, _ context: MessageContext
    ) async throws -> VerifiedAccount {
        let person = try await client.send(
            VerifySecondStep(
                account: pending.account, signInMethod: pending.signInMethod, verifiedAt: pending.verifiedAt,
                firstStep: pending.firstStep, shownCode: request.shownCode, recoveryCode: request.recoveryCode,
                cancelsErasure: pending.cancelsErasure), context)
        guard let link = pending.link else { return person }
        return try await client.send(
            LinkIssuedUser(
                account: pending.account, verifiedAt: person.verifiedAt, issuer: link.issuer,
                subjectHash: link.subjectHash, claims: link.claims), context)
    }
}
