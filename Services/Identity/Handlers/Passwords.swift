import Models
import Storage

extension IdentityContext {
    func verifyPassword(_ request: VerifyPassword, _ context: MessageContext) async throws -> VerifiedAccount {
        try await metrics.measureSignIn(by: request.signInMethod) {
            // A text that cannot be a name has no counted failures.
            guard let name = LoginKey(request.login.value) else {
                return try await verify(request, nil, from: self.origin(isProven: false, context), context)
            }
            let found = try await store.findPassword(of: name)
            let origin = try await self.origin(of: found?.account, seen: request.seen, context)
            do {
                return try await attempt(.signIn(name, to: found?.account), from: origin) { origin in
                    try await verify(request, found, from: origin, context)
                }
            } catch let error as ServiceError where error.code == .rateLimited {
                record(
                    .signInRefused, found?.account, reason: "too many attempts", refusedBy: request.signInMethod,
                    context)
                throw error
            }
        }
    }

    private func verify(
        _ request: VerifyPassword, _ found: AccountPassword?, from origin: AttemptOrigin, _ context: MessageContext
    ) async throws -> VerifiedAccount {
        let shown = Password(shown: request.password)
        // The work is the same in every case. The answers differ only after this work, and they look the same.
        let isRight = try await hasher.matches(shown, found?.stored, for: origin)
        guard let found, let shown, isRight, try await isOpen(found, request, context) else {
            let reason = found == nil ? "no such name, or no password" : isRight ? "disabled" : "wrong password"
            record(.signInRefused, found?.account, reason: reason, refusedBy: request.signInMethod, context)
            throw ServiceError.wrongCredentials
        }
        let stronger = try await strengthened(shown, found.stored, origin.first)
        let login = LoginRecord(context.client, by: request.signInMethod)
        let network = seenNetwork(of: found.account, context)
        let verified = try await store.verifyPassword(found, stronger: stronger, login: login, from: network, at: now)
        return try noting(RecognisedAccount(verified: verified), takesSecondStep: request.takesSecondStep, context)
    }

    /// Whether the user may open the account. Cancels an erasure on request; with a second step, only that step does.
    private func isOpen(
        _ found: AccountPassword, _ request: VerifyPassword, _ context: MessageContext
    ) async throws -> Bool {
        guard found.status != .active else { return true }
        guard let scheduled = try await store.scheduledErasure(of: found.account), scheduled.reopens else {
            return false
        }
        do { try scheduled.check(cancelsErasure: request.cancelsErasure ?? false, at: now) } catch {
            record(.signInRefused, found.account, reason: "to be erased", refusedBy: request.signInMethod, context)
            throw error
        }
        if try await store.takesSecondStep(found.account) { return true }
        try await store.cancelErasure(found, at: now)
        record(.erasureCancelled, found.account, context)
        return true
    }

    /// Returns a stronger hash if the stored hash is too weak; nil if it is strong enough or the hashing is overloaded.
    private func strengthened(
        _ shown: Password, _ stored: StoredPassword, _ origin: AttemptOrigin
    ) async throws -> StoredPassword? {
        guard stored.isWeaker(than: hasher.parameters) else { return nil }
        do { return try await hasher.stored(shown, for: origin) } catch let error as ServiceError {
            if error.code == .overloaded { return nil }
            throw error
        }
    }

    func changePassword(_ request: ChangePassword, _ context: MessageContext) async throws -> Done {
        let profile = try await store.getProfile(request.account)
        // The rules are checked first, so that a password that breaks them costs no attempt.
        let new = try Password(new: request.new, for: profile.names, profile.details)
        let checked = try await prove(request.account, request.current, by: request.session, context)
        let stored = try await hasher.stored(new, for: origin(isProven: true, context))
        try await store.changePassword(checked, new: stored, at: now)
        record(.passwordChanged, request.account, context)
        return Done()
    }

    func requestPasswordReset(
        _ request: RequestPasswordReset, _ context: MessageContext
    ) async throws -> RequestPasswordReset.Reply {
        let address = try EmailAddress(request.email.value)
        // Too many requests cause no error, because it would reveal the user's requests to others.
        let isSent = countReset(of: address) == nil
        let now = self.now
        let link = PasswordLink(for: .passwordReset, self)
        let account = try await store.requestPasswordReset(
            of: address, token: link.token.hash, until: link.expiresAt,
            by: draft(link, in: context.client?.locale), isSent: isSent, at: now)
        if let account { record(.resetRequested, account, context) }
        // The signal is sent even without an account, so that the time is the same.
        messages.signal()
        return RequestPasswordReset.Reply(number: randomNumber(), requestedAt: now)
    }

    /// Returns a number that all JSON readers read exactly, from 1 to 2^53 - 1.
    private func randomNumber() -> Int64 {
        let bits = random(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return max(1, Int64(bits >> 11))
    }

    /// Records nothing, because programs that scan mails also open links.
    func checkPasswordReset(_ request: CheckPasswordReset, _ context: MessageContext) async throws -> Done {
        try await store.checkPasswordReset(resetHash(of: request.token), at: now)
        return Done()
    }

    func resetPassword(_ request: ResetPassword, _ context: MessageContext) async throws -> Done {
        let profile: AccountProfile
        do {
            profile = try await reset(request, context)
        } catch  where ServiceError(answering: error)?.code == .invalidToken {
            record(.passwordResetRefused, nil, context)
            throw error
        }
        forgive(profile)
        record(.passwordReset, profile.account, context)
        return Done()
    }

    private func resetHash(of token: SecretText) throws -> [UInt8] {
        guard let hash = ResetToken(shown: token)?.hash else { throw Refusal.unknownReset }
        return hash
    }

    private func reset(_ request: ResetPassword, _ context: MessageContext) async throws -> AccountProfile {
        let token = try resetHash(of: request.token)
        // The transaction checks this again. The early check keeps guesses away from the hashing.
        let profile = try await store.checkPasswordReset(token, at: now)
        // A password that breaks the rules does not use up the token.
        let new = try Password(new: request.new, for: profile.names, profile.details)
        let stored = try await hasher.stored(new, for: origin(isProven: true, context))
        let opened = try await store.resetPassword(token, new: stored, at: now)
        if profile.lacksProof { record(.boundBeforeProofRemoved, opened.account, context) }
        if profile.erasesAt != nil, opened.erasesAt == nil { record(.erasureCancelled, opened.account, context) }
        return opened
    }

    func sendPasswordLink(_ request: SendPasswordLink, _ context: MessageContext) async throws -> SentPasswordLink {
        let profile = try await store.findAccount(request.account, nil)
        // Users' own requests are counted together with the operator's, because the messages go to the same mailbox.
        if let wait = profile.emailAddress.flatMap(countReset) {
            throw ServiceError(
                .rateLimited, "too many requests for this address; look for the message that was sent",
                retryAfter: wait)
        }
        let link = PasswordLink(for: profile.passwordChangedAt == nil ? .invitation : .passwordReset, self)
        try await store.sendPasswordLink(
            to: request.account, token: link.token.hash, until: link.expiresAt, by: draft(link, in: nil), at: now)
        messages.signal()
        record(.resetRequested, request.account, reason: "by an operator", context)
        return SentPasswordLink(expiresAt: link.expiresAt, messageFile: messages.file(of: link.kind))
    }
}

struct PasswordLink: Sendable {
    let kind: MessageKind
    let token: ResetToken
    let expiresAt: UnixTime

    init(for kind: MessageKind, _ service: IdentityContext) {
        self.kind = kind
        token = ResetToken(random: service.random(ResetToken.randomLength))
        expiresAt = service.now.adding(
            seconds: kind == .invitation ? ResetToken.invitationSeconds : ResetToken.lifetimeSeconds)
    }
}

extension IdentityContext {
    /// Makes the message with a link. `locale` is the request's language, for an account without a language.
    func draft(_ link: PasswordLink, in locale: String?) -> MessageDraft {
        draft(link.kind, token: link.token.text, expiresAt: link.expiresAt, in: locale)
    }
}
