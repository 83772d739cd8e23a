// Answers RecogniseAppleUser: Apple vouches for a person.

import AppleAccounts
import Models

/// Answers `RecogniseAppleUser`.
struct RecogniseAppleUserHandler: Sendable {
    let desk: IdentityDesk

    func handle(_ request: RecogniseAppleUser, _ context: MessageContext) async throws -> VerifiedAccount {
        try await desk.metrics.measure(RecogniseAppleUser.self) {
            try await desk.metrics.measureSignIn(through: .apple) {
                do { return try await recognise(request, context) } catch let error as ServiceError {
                    if error.code == .wrongCredentials {
                        desk.note(.signInRefused, request.account, reason: "disabled", context)
                    }
                    throw error
                }
            }
        }
    }

    private func recognise(
        _ request: RecogniseAppleUser, _ context: MessageContext
    ) async throws -> VerifiedAccount {
        guard let user = AppleAccount(id: request.account, domain: desk.derivedNames.domain) else {
            throw ServiceError(.invalidRequest, "this account's id is not derived from an Apple user")
        }
        let account = NewAccount(
            id: user.id, names: AccountNames(email: user.email),
            details: ProfileDetails(displayName: Personal(AppleAccount.displayName)), password: nil,
            registration: RegistrationRecord(context.client, through: .apple), hasGivenID: true)
        let login = LoginRecord(context.client, through: .apple)
        let recognised = try await desk.ask(context) { store, now throws(IdentityStoreError) in
            try await store.recogniseAppleUser(account, login: login, at: now)
        }
        switch recognised.finding {
        case .made:
            desk.metrics.countCreation(through: .apple)
            desk.note(.accountCreated, account.id, context)
        case .takenOver: desk.note(.passwordRemoved, account.id, context)
        case .known: break
        }
        desk.note(.signIn, account.id, context)
        return recognised.verified
    }
}
