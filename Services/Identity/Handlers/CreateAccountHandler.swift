// Answers CreateAccount: an account is made, with a password or for nobody in particular.

import AppleAccounts
import Models

/// Answers `CreateAccount`.
struct CreateAccountHandler: Sendable {
    let desk: IdentityDesk

    func handle(_ request: CreateAccount, _ context: MessageContext) async throws -> VerifiedAccount {
        try await desk.metrics.measure(CreateAccount.self) {
            do { return try await create(request, context) } catch let error as ServiceError {
                if error.code == .duplicate, let id = request.id, AppleAccount.isReserved(id: id) {
                    desk.alarm(id, reason: "the account exists", context)
                }
                throw error
            }
        }
    }

    private func create(_ request: CreateAccount, _ context: MessageContext) async throws -> VerifiedAccount {
        let names = try NameRules.checked(request.names)
        try checkDerived(names, of: request, context)
        let password = try password(of: request, names)
        let details = try initial(request.details)
        // Asked again when the account is made; here it saves the hash.
        try await desk.ask(context) { store, _ throws(IdentityStoreError) in
            try await store.checkFree(request.id, names)
        }
        var stored: StoredPassword?
        if let password { stored = try await desk.hasher.stored(password) }
        let account = NewAccount(
            id: try request.id ?? desk.newAccountID(), names: names, details: details, password: stored,
            registration: RegistrationRecord(context.client, through: request.door), hasGivenID: request.id != nil)
        let created = try await desk.ask(context) { store, now throws(IdentityStoreError) in
            try await store.createAccount(account, at: now)
        }
        desk.metrics.countCreation(through: request.door)
        desk.note(.accountCreated, account.id, context)
        return created
    }

    /// Only the door of the app that derives them takes derived ids and addresses, and only together.
    private func checkDerived(
        _ names: AccountNames, of request: CreateAccount, _ context: MessageContext
    ) throws(ServiceError) {
        let isReserved = request.id.map(AppleAccount.isReserved) ?? false
        guard desk.derivedNames.allow(names, for: request.id), !isReserved || request.door == .appwrite else {
            desk.alarm(request.id, reason: "id and address apart", context)
            throw Refusal.derivedApart.answer
        }
    }

    /// The password of the new account; nil for one of nobody in particular.
    private func password(of request: CreateAccount, _ names: AccountNames) throws(ServiceError) -> Password? {
        switch request.door {
        case .password, .appwrite:
            guard !names.keys.isEmpty else {
                throw ServiceError(.invalidRequest, "an account needs a user name, an e-mail address or a phone number")
            }
            guard let shown = request.password else {
                throw ServiceError(.invalidRequest, "an account needs a password")
            }
            return try Password(new: shown)
        case .anonymous:
            guard names.keys.isEmpty, request.password == nil else {
                throw ServiceError(.invalidRequest, "an account of nobody in particular has no name and no password")
            }
            return nil
        case .apple, .issuer:
            throw ServiceError(
                .invalidRequest, "such an account is made when the identity provider vouches for its person")
        }
    }

    private func initial(_ details: ProfileDetails) throws(ServiceError) -> ProfileDetails {
        let checked = try DetailRules.checked(details)
        do { return try DetailRules.merge(checked, into: ProfileDetails()) } catch { throw error.answer }
    }
}
