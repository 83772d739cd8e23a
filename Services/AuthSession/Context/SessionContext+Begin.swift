import Models

extension SessionContext {
    /// Begins a session for a verified user. Every sign-in ends here, except a provider's token that is sent with each
    /// request. So an account with a second step gets no session from the first step alone. `token` can be used once;
    /// `rest` is the work that follows the second step.
    ///
    /// Throws `secondStepNeeded` with a ticket; `wrongCredentials` if the account has been closed, or its sessions
    /// ended, since the check; `TokenRefusal.spent`.
    func begin(
        _ kind: SessionKind, isRemembered: Bool, for person: VerifiedAccount, by signInMethod: SignInMethod,
        spending token: SpentToken? = nil, rest: Recognised.Rest = Recognised.Rest(), _ context: MessageContext
    ) async throws -> SignedIn {
        if let firstStep = person.firstStep {
            throw try secondStepNeeded(
                after: firstStep, of: person, by: signInMethod, kind, isRemembered: isRemembered, spending: token, rest)
        }
        guard kind != .external else {
            throw ServiceError(.invalidRequest, "an external session begins with a token of its identity provider")
        }
        let now = clock.now()
        let id = try SessionID(random: random(12))
        let firstSecret = RefreshTokens.firstSecret(random(32))
        let opaqueSecret = OpaqueSecret.session.text(random(OpaqueSecret.length))
        let rotation =
            kind == .opaque
            ? nil
            : Rotation(
                generation: 1, hash: RefreshTokens.hash(firstSecret), previousHash: nil, rotatedAt: now,
                signingKey: try signingKey(at: now).id)
        let record = SessionRecord(
            id: id, account: person.profile.account, signInMethod: signInMethod, kind: kind, isRemembered: isRemembered,
            signedInAt: person.verifiedAt, createdAt: now, lastActivityAt: now, rotation: rotation)
        let session = NewSession(
            record: record, secretHash: kind == .opaque ? OpaqueSecret.session.hash(opaqueSecret) : nil,
            client: SessionClient(context.client, by: signInMethod), spends: token, vouched: rest.vouched)
        let tokens =
            kind == .opaque
            ? SessionTokens(secret: opaqueSecret) : try await self.tokens(of: record, secret: firstSecret)
        var begun = try await store.begin(session, at: now)
        if begun == .refused(.accountErased) || begun == .refused(.accountDisabled) {
            // A user can cancel an erasure, and an Apple user who returns gets the same account id again. This process
            // may not yet know it, so it waits for the latest account changes.
            try await accounts.catchUp()
            begun = try await store.begin(session, at: now)
        }
        switch begun {
        case .spent: throw TokenRefusal.spent
        case .refused:
            throw ServiceError(
                .wrongCredentials,
                signInMethod == .password || signInMethod == .appwrite
                    ? "the name or the password is wrong" : "the account cannot be used at the moment")
        case .begun(let ended):
            let summary = record.summary(session.client, limits)
            notify(ended, context)
            log.began(summary, context)
            notices?.signal()
            return SignedIn(profile: person.profile, session: summary, tokens: tokens)
        }
    }

    private func secondStepNeeded(
        after firstStep: FirstStep, of person: VerifiedAccount, by signInMethod: SignInMethod, _ kind: SessionKind,
        isRemembered: Bool, spending token: SpentToken?, _ rest: Recognised.Rest
    ) throws -> ServiceError {
        let end = clock.now().adding(seconds: PendingSignIn.lifetime)
        let ticket = try signInSeal.sealed(
            PendingSignIn(
                account: person.profile.account, verifiedAt: person.verifiedAt, firstStep: firstStep,
                signInMethod: signInMethod, kind: kind, isRemembered: isRemembered,
                cancelsErasure: rest.cancelsErasure, spends: token, link: rest.link, vouched: rest.vouched,
                id: random(16),
                end: min(end, token?.end ?? end)))
        return ServiceError(
            .secondStepNeeded, "show a code of your authenticator app, or a recovery code, to finish signing in",
            ticket: Personal(ticket.value))
    }
}

struct Recognised: Sendable {
    let person: VerifiedAccount
    var token: SpentToken?
    var rest = Rest()

    struct Rest: Sendable {
        var cancelsErasure = false
        var link: PendingLink?
        /// The user at the identity provider of a web sign-in; nil for other methods.
        var vouched: VouchedOrigin?
    }
}

extension SessionContext {
    func signIn(
        by signInMethod: SignInMethod, _ kind: SessionKind, isRemembered: Bool, _ context: MessageContext,
        recognise: () async throws -> Recognised
    ) async throws -> SignedIn {
        let start = ContinuousClock.now
        do {
            let recognised = try await recognise()
            let signedIn = try await begin(
                kind, isRemembered: isRemembered, for: recognised.person, by: signInMethod, spending: recognised.token,
                rest: recognised.rest, context)
            metrics.countSignIn(by: signInMethod, nil, took: .now - start)
            return signedIn
        } catch {
            let isFirstStep = ErrorCode(of: error) == .secondStepNeeded
            log.refused(isFirstStep ? .secondStepAsked : .signInRefused, by: signInMethod, error, context)
            metrics.countSignIn(by: signInMethod, ErrorCode(of: error), took: .now - start)
            if let refusal = error as? TokenRefusal {
                metrics.countRefusedToken(refusal, of: signInMethod == .apple ? "apple" : nil)
            }
            throw error
        }
    }
}
