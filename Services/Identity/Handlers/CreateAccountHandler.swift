// Answers CreateAccount: an account is made, with a password.

import Models

/// Answers `CreateAccount`.
struct CreateAccountHandler: Sendable {
    let desk: IdentityDesk

    func handle(_ request: CreateAccount, _ context: MessageContext) async throws -> VerifiedAccount {
        try await desk.metrics.measure(CreateAccount.self) {
            let names = try NameRules.checked(request.names)
            guard !names.keys.isEmpty else {
                throw ServiceError(.invalidRequest, "an account needs a user name, an e-mail address or a phone number")
            }
            guard let shown = request.password else {
                throw ServiceError(.invalidRequest, "an account needs a password")
            }
            let password = try Password(new: shown)
            let details = try initial(request.details)
            // Asked again when the account is made; here it saves the hash.
            if let taken = try await desk.ask(
                context,
                { store, _ throws(IdentityStoreError) in
                    try await store.findTakenName(names)
                })
            {
                throw Refusal.nameTaken(taken).answer
            }
            let account = NewAccount(
                id: try newID(), names: names, details: details, password: try await desk.hasher.stored(password),
                registration: RegistrationRecord(context.client, through: request.door))
            let created = try await desk.ask(context) { store, now throws(IdentityStoreError) in
                try await store.createAccount(account, at: now)
            }
            desk.metrics.countCreation(through: request.door)
            desk.note(.accountCreated, account.id, context)
            return created
        }
    }

    private func initial(_ details: ProfileDetails) throws(ServiceError) -> ProfileDetails {
        let checked = try DetailRules.checked(details)
        do { return try DetailRules.merge(checked, into: ProfileDetails()) } catch { throw error.answer }
    }

    private func newID() throws(ServiceError) -> AccountID {
        guard let id = AccountID(opaqueIDText(desk.random(12))) else {
            throw ServiceError(.internalFailure, "no id could be made")
        }
        return id
    }
}
