import AppleAccounts
import Models
import Storage

extension IdentityContext {
    func recogniseAppleUser(_ request: RecogniseAppleUser, _ context: MessageContext) async throws -> VerifiedAccount {
        try await measureRecognition(by: .apple, of: request.account, context) {
            try await recognise(request, context)
        }
    }

    private func recognise(_ request: RecogniseAppleUser, _ context: MessageContext) async throws -> VerifiedAccount {
        guard let user = AppleAccount(id: request.account, domain: derivedNames.domain) else {
            throw ServiceError(.invalidRequest, "this account's id is not derived from an Apple user")
        }
        let account = NewAccount(
            id: user.id, names: AccountNames(email: user.email),
            details: ProfileDetails(displayName: Personal(AppleAccount.displayName)), password: nil,
            registration: RegistrationRecord(context.client, by: .apple), hasGivenID: true)
        let login = LoginRecord(context.client, by: .apple)
        let recognised = try await store.recogniseAppleUser(
            account, login: login, refusedIfNew: registrationRules.refusal(ofNewAccountWith: nil),
            cancelsErasure: request.cancelsErasure ?? false, at: now)
        switch recognised.result {
        case .made:
            metrics.countCreation(by: .apple)
            record(.accountCreated, account.id, context)
        case .takenOver: record(.passwordRemoved, account.id, context)
        case .known: break
        }
        return try noting(recognised, takesSecondStep: true, context)
    }

    func recogniseIssuedUser(
        _ request: RecogniseIssuedUser, _ context: MessageContext
    ) async throws -> VerifiedAccount {
        try await measureRecognition(by: .issuer, of: nil, context) {
            try await recognise(request, context)
        }
    }

    private func recognise(_ request: RecogniseIssuedUser, _ context: MessageContext) async throws -> VerifiedAccount {
        let link = try ProviderLink(issuer: request.issuer, subjectHash: request.subjectHash)
        // The account for a new user, which only the provider can open.
        let account = NewAccount(
            id: try AccountID(random: random(12)), names: AccountNames(), details: ProfileDetails(),
            password: nil, registration: RegistrationRecord(context.client, by: .issuer))
        let login = LoginRecord(context.client, by: .issuer)
        let claims = request.claims.kept
        let verified = claims.emailIsVerified == true ? claims.email : request.verifiedAddress
        let refusal = registrationRules.refusal(ofNewAccountWith: verified.flatMap { try? EmailAddress($0.value) })
        // With closed registration, the error advises an invited user to link the existing account.
        let name = refusal == nil ? request.verifiedAddress : verified
        let recognised = try await store.recogniseIssuedUser(
            link, claims, as: account, login: login,
            unlessNamed: name.flatMap { LoginKey($0.value) }, refusedIfNew: refusal,
            cancelsErasure: request.cancelsErasure ?? false, skipsSecondStep: request.skipsSecondStep ?? false,
            at: now)
        if recognised.result == .made {
            metrics.countCreation(by: .issuer)
            record(.accountCreated, recognised.verified.profile.account, context)
        }
        return try noting(recognised, takesSecondStep: request.takesSecondStep, context)
    }

    func linkIssuedUser(_ request: LinkIssuedUser, _ context: MessageContext) async throws -> VerifiedAccount {
        let link = try ProviderLink(issuer: request.issuer, subjectHash: request.subjectHash)
        let verified = try await store.linkIssuedUser(
            link, request.claims.kept, to: request.account, verifiedAt: request.verifiedAt, at: now)
        record(.providerLinked, request.account, context)
        return verified
    }

    func listProviderLinks(_ request: ListProviderLinks, _ context: MessageContext) async throws -> [LinkedProvider] {
        try await store.listProviderLinks(request.account)
    }

    func removeProviderLink(_ request: RemoveProviderLink, _ context: MessageContext) async throws -> Done {
        try await store.removeProviderLink(
            request.link, of: request.account, signedInAt: request.signedInAt, in: request.session, at: now)
        record(.providerUnlinked, request.account, context)
        return Done()
    }

    /// Logs a refusal because of the account's status. `account` is nil if it is not known before the call.
    private func measureRecognition<Reply>(
        by signInMethod: SignInMethod, of account: AccountID?, _ context: MessageContext,
        _ recognise: () async throws -> Reply
    ) async throws -> Reply {
        try await metrics.measureSignIn(by: signInMethod) {
            do { return try await recognise() } catch {
                switch ServiceError(answering: error)?.code {
                case .wrongCredentials: record(.signInRefused, account, reason: "disabled", context)
                case .erasurePending: record(.signInRefused, account, reason: "to be erased", context)
                default: break
                }
                throw error
            }
        }
    }
}
