import Models
import Storage

struct RecogniseIssuedUserHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: RecogniseIssuedUser, _ context: MessageContext) async throws -> VerifiedAccount {
        try await service.measureRecognition(by: .issuer, of: nil, RecogniseIssuedUser.self, context) {
            try await recognise(request, context)
        }
    }

    private func recognise(
        _ request: RecogniseIssuedUser, _ context: MessageContext
    ) async throws -> VerifiedAccount {
        let link = try ProviderLink(issuer: request.issuer, subjectHash: request.subjectHash)
        // For a new user. The account can only be opened through the provider.
        let account = NewAccount(
            id: try AccountID(random: service.random(12)), names: AccountNames(), details: ProfileDetails(),
            password: nil,
            registration: RegistrationRecord(context.client, by: .issuer))
        let login = LoginRecord(context.client, by: .issuer)
        let claims = request.claims.kept
        let verified = claims.emailIsVerified == true ? claims.email : request.verifiedAddress
        let refusal = service.registrationRules.refusal(
            ofNewAccountWith: verified.flatMap { try? EmailAddress($0.value) })
        // With closed registration, the error advises an invited user to link the existing account.
        let name = refusal == nil ? request.verifiedAddress : verified
        let recognised = try await service.store.recogniseIssuedUser(
            link, claims, as: account, login: login,
            unlessNamed: name.flatMap { LoginKey($0.value) }, refusedIfNew: refusal,
            cancelsErasure: request.cancelsErasure ?? false, skipsSecondStep: request.skipsSecondStep ?? false,
            at: service.now)
        let id = recognised.verified.profile.account
        if recognised.result == .made {
            service.metrics.countCreation(by: .issuer)
            service.record(.accountCreated, id, context)
        }
        if recognised.hasCancelledErasure { service.record(.erasureCancelled, id, context) }
        try service.check(recognised.verified, takesSecondStep: request.takesSecondStep)
        service.record(recognised.verified.firstStep == nil ? .signIn : .firstStepTaken, id, context)
        return recognised.verified
    }
}
