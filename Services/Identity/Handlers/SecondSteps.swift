import Models
import Storage

extension IdentityContext {
    func beginTOTP(_ request: BeginTOTP, _ context: MessageContext) async throws -> SecondStepEnrolment {
        let totp = TOTP(secret: random(TOTP.secretLength))
        let now = self.now
        let profile = try await store.beginTOTP(
            request.account, try totpSeal.seal(totp, of: request.account),
            signedInAt: request.signedInAt, in: request.session, at: now)
        let names = profile.names
        let name = names.email?.value ?? names.username ?? names.phone?.value ?? profile.details.displayName?.value
        return SecondStepEnrolment(
            secret: SecretText(Base32.text(totp.secret)),
            uri: totp.uri(issuer: installationName, name: name ?? request.account.text),
            expiresAt: now.adding(seconds: KeptTOTP.confirmationSeconds).date)
    }

    func confirmTOTP(_ request: ConfirmTOTP, _ context: MessageContext) async throws -> RecoveryCodeList {
        do {
            let code = try totpCode(shown: request.shownCode)
            // The try is on disk before the comparison, so a crash gives no extra try.
            let tried = try await store.tryConfirmation(
                of: request.account, signedInAt: request.signedInAt, in: request.session, at: now)
            let step = try self.step(of: code, tried)
            let (codes, hashes) = madeRecoveryCodes(for: request.account)
            try await store.confirmTOTP(
                tried, step: step, recoveryCodes: hashes, signedInAt: request.signedInAt, in: request.session,
                at: now)
            record(.secondStepAdded, request.account, context)
            return codes
        } catch {
            guard let refusal = SecondStepRefusal(of: error) else { throw error }
            record(.secondStepRefused, request.account, reason: refusal.rawValue, context)
            throw refusal.answer(to: error, wrong: SecondStepRefusal.wrongConfirmation)
        }
    }

    func getSecondStep(_ request: GetSecondStep, _ context: MessageContext) async throws -> SecondStepStatus {
        try await store.getSecondStep(request.account)
    }

    func removeTOTP(_ request: RemoveTOTP, _ context: MessageContext) async throws -> Done {
        let wasThere = try await proving(request.person, of: request.account, context) { proof in
            try await store.removeTOTP(request.account, by: request.person, proof: proof, at: now)
        }
        if wasThere {
            let reason = request.person == nil ? "by an operator" : nil
            record(.secondStepRemoved, request.account, reason: reason, context)
        }
        return Done()
    }

    func renewRecoveryCodes(_ request: RenewRecoveryCodes, _ context: MessageContext) async throws -> RecoveryCodeList {
        guard let person = request.person else {
            throw ServiceError(.forbidden, "only the user may replace the recovery codes")
        }
        let (codes, hashes) = madeRecoveryCodes(for: request.account)
        try await proving(person, of: request.account, context) { proof in
            try await store.renewRecoveryCodes(request.account, by: person, proof: proof, hashes, at: now)
        }
        record(.recoveryCodesRenewed, request.account, context)
        return codes
    }

    func verifySecondStep(_ request: VerifySecondStep, _ context: MessageContext) async throws -> VerifiedAccount {
        try await metrics.measureSignIn(by: request.signInMethod) {
            do { return try await verify(request, context) } catch {
                guard let refusal = SecondStepRefusal(of: error) else { throw error }
                record(
                    .secondStepRefused, request.account, reason: refusal.rawValue,
                    refusedBy: request.signInMethod, context)
                throw refusal.answer(to: error, wrong: SecondStepRefusal.wrongCode)
            }
        }
    }

    private func verify(_ request: VerifySecondStep, _ context: MessageContext) async throws -> VerifiedAccount {
        guard (request.shownCode == nil) != (request.recoveryCode == nil) else {
            throw ServiceError(.invalidRequest, "send either a code of the app or a recovery code")
        }
        let code = try secondStepCode(in: request)
        // The try is on disk before the comparison, so a crash gives no extra try.
        let tried = try await store.trySecondStep(request, at: now)
        let shown: ShownSecondStep =
            switch code {
            case .app(let code): .step(try step(of: code, tried))
            case .recovery(let code): .recoveryCode(code.hash(for: request.account))
            }
        let recognised = try await store.takeSecondStep(
            shown, request, tried: tried, login: LoginRecord(context.client, by: request.signInMethod),
            from: seenNetwork(of: request.account, context), at: now)
        if request.recoveryCode != nil { record(.recoveryCodeUsed, request.account, context) }
        return try noting(recognised, takesSecondStep: true, context)
    }

    private enum SecondStepCode {
        case app(OneTimeCode)
        case recovery(RecoveryCode)
    }

    private func secondStepCode(in request: VerifySecondStep) throws(SecondStepRefusal) -> SecondStepCode {
        if let shown = request.shownCode { return .app(try totpCode(shown: shown)) }
        guard let text = request.recoveryCode, let code = RecoveryCode(shown: text) else { throw .malformed }
        return .recovery(code)
    }

    /// Logs a sign-in. Throws if only the first of two steps was taken and the sender takes no second step.
    func noting(
        _ recognised: RecognisedAccount, takesSecondStep: Bool?, _ context: MessageContext
    ) throws(ServiceError) -> VerifiedAccount {
        let (verified, account) = (recognised.verified, recognised.verified.profile.account)
        if recognised.hasCancelledErasure { record(.erasureCancelled, account, context) }
        guard verified.firstStep == nil || takesSecondStep == true else {
            throw ServiceError(
                .unavailable,
                "a part of the server does not know yet that this account has a second step; try again",
                retryAfter: 30)
        }
        record(verified.firstStep == nil ? .signIn : .firstStepTaken, account, context)
        return verified
    }

    private func madeRecoveryCodes(for account: AccountID) -> (codes: RecoveryCodeList, hashes: [[UInt8]]) {
        let codes = (0..<RecoveryCode.count).map { _ in RecoveryCode(random: random(RecoveryCode.randomLength)) }
        return (RecoveryCodeList(recoveryCodes: codes.map(\.text)), codes.map { $0.hash(for: account) })
    }

    /// Reads an app's code before a try is counted; malformed text costs no try.
    private func totpCode(shown: SecretText) throws(SecondStepRefusal) -> OneTimeCode {
        guard let code = OneTimeCode(shown: shown, digits: TOTP.digits) else { throw .malformed }
        return code
    }

    private func step(of code: OneTimeCode, _ tried: TriedSecondStep) throws(SecondStepRefusal) -> Int64 {
        guard let totp = totpSeal.open(tried.sealed, of: tried.account) else { throw .secretLost }
        guard let step = totp.step(of: code, at: now) else { throw .code }
        return step
    }
}

extension SecondStepRefusal {
    fileprivate init?(of error: any Error) {
        if let refusal = error as? SecondStepRefusal {
            self = refusal
            return
        }
        guard let failure = error as? IdentityStoreError, case .refused(let refusal) = failure else { return nil }
        switch refusal {
        case .secondStep(let reason): self = reason
        case .secondStepWaits: self = .waits
        case .noSecondStepBegun: self = .notBegun
        case .erasurePending, .erasureDue: self = .erasurePending
        case .accountDisabled: self = .disabled
        default: return nil
        }
    }
}
