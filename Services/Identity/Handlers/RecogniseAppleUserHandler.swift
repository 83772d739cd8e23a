import AppleAccounts
import Models
import Storage

struct RecogniseAppleUserHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: RecogniseAppleUser, _ context: MessageContext) async throws -> VerifiedAccount {
        try await service.measureRecognition(by: .apple, of: request.account, RecogniseAppleUser.self, context) {
            try await recognise(request, context)
        }
    }

    private func recognise(
        _ request: RecogniseAppleUser, _ context: MessageContext
    ) async throws -> VerifiedAccount {
        guard let user = AppleAccount(id: request.account, domain: service.derivedNames.domain) else {
            throw ServiceError(.invalidRequest, "this account's id is not derived from an Apple user")
        }
        let account = NewAccount(
            id: user.id, names: AccountNames(email: user.email),
            details: ProfileDetails(displayName: Personal(AppleAccount.displayName)), password: nil,
            registration: RegistrationRecord(context.client, by: .apple), hasGivenID: true)
        let login = LoginRecord(context.client, by: .apple)
        let recognised = try await service.store.recogniseAppleUser(
            account, login: login, refusedIfNew: service.registrationRules.refusal(ofNewAccountWith: nil),
            cancelsErasure: request.cancelsErasure ?? false, at: service.now)
        switch recognised.result {
        case .made:
            service.metrics.countCreation(by: .apple)
            service.record(.accountCreated, account.id, context)
        case .takenOver: service.record(.passwordRemoved, account.id, context)
        case .known: break
        }
        if recognised.hasCancelledErasure { service.record(.erasureCancelled, account.id, context) }
        service.record(.signIn, account.id, context)
        return recognised.verified
    }
}
