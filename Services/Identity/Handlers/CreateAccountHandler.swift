// Answers CreateAccount: an account is made, with a password or anonymous.

import AppleAccounts
import Models
import Storage

/// Answers `CreateAccount`.
struct CreateAccountHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: CreateAccount, _ context: MessageContext) async throws -> VerifiedAccount {
        try await service.metrics.measure(CreateAccount.self) {
            let names = try NameRules.checked(request.names)
            let address = names.email.flatMap { try? EmailAddress($0.value) }
            if let refusal = service.registrationRules.refusal(ofNewAccountWith: address) { throw refusal }
            do { return try await create(request, names, context) } catch {
                guard ServiceError(answering: error)?.code == .duplicate else { throw error }
                if let id = request.id, AppleAccount.isReserved(id: id) {
                    service.alarm(id, reason: "the account exists", context)
                }
                guard let repeated = try await repeated(request, names, context) else { throw error }
                return repeated
            }
        }
    }

    private func create(
        _ request: CreateAccount, _ names: AccountNames, _ context: MessageContext
    ) async throws -> VerifiedAccount {
        try checkDerived(names, of: request, context)
        var details = try initial(request.details)
        if let id = request.id, AppleAccount.isReserved(id: id), details.displayName == nil {
            details.displayName = Personal(AppleAccount.displayName)
        }
        let password = try password(of: request, names, details)
        // Asked again when the account is made; here it saves the hash.
        try await service.store.checkFree(request.id, names)
        var stored: StoredPassword?
        if let password {
            stored = try await service.hasher.stored(password, for: service.origin(isProven: false, context))
        }
        let id = try request.id ?? AccountID(random: service.random(12))
        let account = NewAccount(
            id: id, names: names, details: details, password: stored,
            registration: RegistrationRecord(context.client, by: request.signInMethod), hasGivenID: request.id != nil,
            network: password == nil ? nil : service.seenNetwork(of: id, context))
        let created = try await service.store.createAccount(account, at: service.now)
        service.metrics.countCreation(by: request.signInMethod)
        service.record(.accountCreated, account.id, context)
        return created
    }

    /// For how long the same registration again is answered as the first time.
    private static let repeatSeconds: Int64 = 60

    /// The account that was made a moment ago for the very same names and password, for an app that lost the answer;
    /// nil for any other. Only the sign-in method `password` needs this: in the other one the session is made apart, so
    /// its app signs in instead.
    ///
    /// It tells no more than a sign-in does: whatever is wrong gets the one answer that the names are taken, after the
    /// same work. It counts like a sign-in with the first of the names that is taken, whether all are of one account or
    /// not: by the count nobody finds that out.
    private func repeated(
        _ request: CreateAccount, _ names: AccountNames, _ context: MessageContext
    ) async throws -> VerifiedAccount? {
        guard request.signInMethod == .password, let shown = request.password else { return nil }
        let taken = try await service.store.findTaken(names)
        guard let key = taken ?? names.keys.first?.key else { return nil }
        let found = try await service.store.findPassword(of: key)
        // A known network gives no advantage here, unlike in a sign-in. This answer is not held back, so by its
        // time a stranger in that network would learn who signs in from there.
        let origin = service.origin(isProven: false, context)
        do {
            return try await service.attempt(.signIn(key, to: found?.account), from: origin) { origin in
                // Before anything is told apart: the time of the answer would tell how old the account is, and whose
                // names these are.
                let isRight = try await service.hasher.matches(Password(shown: shown), found?.stored, for: origin)
                guard let found, isRight, try await isJustMade(found, names) else {
                    throw ServiceError.wrongCredentials
                }
                let login = LoginRecord(context.client, by: request.signInMethod)
                let network = service.seenNetwork(of: found.account, context)
                return try await service.store.verifyPassword(
                    found, stronger: nil, login: login, from: network, at: service.now)
            }
        } catch {
            let code = ServiceError(answering: error)?.code
            guard code == .wrongCredentials || code == .rateLimited else { throw error }
            return nil
        }
    }

    /// Whether an account is open, has these names and no others, and was made a moment ago.
    private func isJustMade(_ found: AccountPassword, _ names: AccountNames) async throws -> Bool {
        guard found.status == .active, try await !service.store.takesSecondStep(found.account) else { return false }
        let profile = try await service.store.getProfile(found.account)
        let age = service.now.rawValue - profile.createdAt.rawValue
        return (0...CreateAccountHandler.repeatSeconds * 1000).contains(age) && profile.names.hasSameKeys(as: names)
    }

    /// Only the sign-in method of the app that derives them takes derived ids and addresses, and only together.
    private func checkDerived(
        _ names: AccountNames, of request: CreateAccount, _ context: MessageContext
    ) throws(Refusal) {
        let isReserved = request.id.map(AppleAccount.isReserved) ?? false
        guard service.derivedNames.allow(names, for: request.id), !isReserved || request.signInMethod == .appwrite
        else {
            service.alarm(request.id, reason: "id and address apart", context)
            throw Refusal.derivedApart
        }
    }

    /// The password of the new account; nil for an anonymous one.
    private func password(
        of request: CreateAccount, _ names: AccountNames, _ details: ProfileDetails
    ) throws(ServiceError) -> Password? {
        switch request.signInMethod {
        case .password, .appwrite:
            guard !names.keys.isEmpty else {
                throw ServiceError(.invalidRequest, "an account needs a user name, an e-mail address or a phone number")
            }
            guard let shown = request.password else {
                throw ServiceError(.invalidRequest, "an account needs a password")
            }
            return try Password(new: shown, for: names, details)
        case .anonymous:
            guard names.keys.isEmpty, request.password == nil else {
                throw ServiceError(.invalidRequest, "an anonymous account has no name and no password")
            }
            return nil
        case .apple, .issuer:
            throw ServiceError(
                .invalidRequest, "such an account is made when the identity provider vouches for its person")
        case .passkey, .emailCode:
            throw ServiceError(.invalidRequest, "a passkey or a code by mail opens only an existing account")
        }
    }

    private func initial(_ details: ProfileDetails) throws -> ProfileDetails {
        try DetailRules.merge(try DetailRules.checked(details), into: ProfileDetails())
    }
}
