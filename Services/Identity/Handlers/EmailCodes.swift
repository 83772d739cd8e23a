import Models
import Storage

extension IdentityContext {
    func requestEmailCode(_ request: RequestEmailCode, _ context: MessageContext) async throws -> SentEmailCode {
        let address = try wantedAddress(request)
        let draft = emailCode(for: EmailCodeUse(request.purpose), in: context.client?.locale)
        // A proof is needed only to change the address.
        let person = address == nil ? nil : request.person
        let nextAt = try await proving(person, of: request.account, context) { proof in
            try await store.requestEmailCode(
                request.account, draft,
                changing: address.map { EmailChangeRequest(address: $0, person: person, proof: proof) }, at: now)
        }
        record(.emailCodeRequested, request.account, reason: request.purpose.rawValue, context)
        messages.signal()
        return SentEmailCode(expiresAt: draft.expiresAt.date, nextAt: nextAt.date)
    }

    private func wantedAddress(_ request: RequestEmailCode) throws -> EmailAddress? {
        guard request.purpose == .change else { return nil }
        guard let text = request.address else {
            throw ServiceError(.invalidRequest, "send the new address", field: "email")
        }
        let address = try EmailAddress(text.value)
        // The address is checked together with the account's own names, like a change of the profile.
        guard derivedNames.allow(AccountNames(email: address.text), for: nil) else { throw Refusal.derivedApart }
        if let refusal = registrationRules.refusal(of: address) { throw refusal }
        return address
    }

    func confirmEmail(_ request: ConfirmEmail, _ context: MessageContext) async throws -> AccountProfile {
        guard request.purpose != .proof else {
            throw ServiceError(.invalidRequest, "send this code with the call that needs the proof")
        }
        let use = EmailCodeUse(request.purpose)
        let outcome = try await store.confirmEmail(
            request.account, shown(request.emailCode, for: use),
            telling: draft(.emailChanged, in: context.client?.locale), signedInAt: request.signedInAt,
            in: request.session, at: now)
        switch outcome {
        case .failure(let refusal): throw refused(refusal, for: use, request.account, context)
        case .success(let confirmed):
            record(use == .change ? .emailChanged : .emailConfirmed, request.account, context)
            if confirmed.isFirstProof { record(.boundBeforeProofRemoved, request.account, context) }
            messages.signal()
            return confirmed.profile
        }
    }

    func requestEmailSignIn(_ request: RequestEmailSignIn, _ context: MessageContext) async throws -> Done {
        let address = try EmailAddress(request.email.value)
        let draft = emailCode(for: .signIn, in: context.client?.locale)
        let account = try await store.requestEmailSignIn(address, draft, at: now)
        if let account { record(.signInCodeRequested, account, context) }
        // The signal is sent even without an account, so that the time is the same.
        messages.signal()
        return Done()
    }

    func verifyEmailCode(_ request: VerifyEmailCode, _ context: MessageContext) async throws -> VerifiedAccount {
        try await metrics.measureSignIn(by: .emailCode) { try await verify(request, context) }
    }

    private func verify(_ request: VerifyEmailCode, _ context: MessageContext) async throws -> VerifiedAccount {
        let address = try EmailAddress(request.email.value)
        let outcome: Result<RecognisedAccount, EmailCodeRefusal>
        do {
            outcome = try await store.verifyEmailCode(
                shown(request.emailCode, for: .signIn), to: address,
                login: LoginRecord(context.client, by: .emailCode),
                from: { self.seenNetwork(of: $0, context) }, cancelsErasure: request.cancelsErasure ?? false, at: now)
        } catch {
            if ServiceError(answering: error)?.code == .erasurePending {
                record(.signInRefused, nil, reason: "to be erased", refusedBy: .emailCode, context)
            }
            throw error
        }
        switch outcome {
        case .failure(let refusal):
            record(.signInRefused, nil, reason: refusal.rawValue, refusedBy: .emailCode, context)
            throw refusal == .malformed ? refusal.answer : EmailCodeRefusal.signInAnswer
        case .success(let recognised): return try noting(recognised, takesSecondStep: request.takesSecondStep, context)
        }
    }

    /// Makes a code and its message. `locale` is the language of the request, for an account without a language.
    private func emailCode(for use: EmailCodeUse, in locale: String?) -> EmailCodeDraft {
        let code = OneTimeCode(random: random(OneTimeCode.randomLength), digits: OneTimeCode.emailDigits)
        let end = now.adding(seconds: use.seconds)
        return EmailCodeDraft(
            use: use, code: code, secret: codeSecret, expiresAt: end,
            message: draft(use.message, token: code.text, expiresAt: end, in: locale))
    }

    func shown(_ code: SecretText, for use: EmailCodeUse) -> ShownEmailCode {
        ShownEmailCode(use: use, code: OneTimeCode(shown: code, digits: OneTimeCode.emailDigits), secret: codeSecret)
    }

    func refused(
        _ refusal: EmailCodeRefusal, for use: EmailCodeUse, _ account: AccountID, _ context: MessageContext
    ) -> ServiceError {
        record(.emailCodeRefused, account, reason: "\(use.rawValue): \(refusal.rawValue)", context)
        return refusal.answer
    }
}
