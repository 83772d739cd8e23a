import AppleAccounts
import Models
import Storage

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
        // The transaction checks this again; here it saves the time of the hash.
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

    /// How long a repeated registration gets the first answer, in seconds.
    private static let repeatSeconds: Int64 = 60

    /// Returns an account that was just created with the same names and password, for an app that missed the answer;
    /// nil for any other. Only needed for the sign-in method `password`: with the other one the session is created
    /// separately, and the app signs in.
    ///
    /// It reveals no more than a sign-in: for any difference the answer is that the names are taken, after the same
    /// work. It counts as a sign-in with the first taken name, even if the names belong to different accounts. So the
    /// count does not reveal that.
    private func repeated(
        _ request: CreateAccount, _ names: AccountNames, _ context: MessageContext
    ) async throws -> VerifiedAccount? {
        guard request.signInMethod == .password, let shown = request.password else { return nil }
        let taken = try await service.store.findTaken(names)
        guard let key = taken ?? names.keys.first?.key else { return nil }
        let found = try await service.store.findPassword(of: key)
        // A known network gives no advantage here, unlike in a sign-in. This answer is not delayed, so a stranger in
        // that network could learn from its time who signs in there.
        let origin = service.origin(isProven: false, context)
        do {
            return try await service.attempt(.signIn(key, to: found?.account), from: origin) { origin in
                // Before all other checks, whose time would reveal the age of the account and the owner of the names.
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

    /// Returns whether an account is active, has exactly these names, and was just created.
    private func isJustMade(_ found: AccountPassword, _ names: AccountNames) async throws -> Bool {
        guard found.status == .active, try await !service.store.takesSecondStep(found.account) else { return false }
        let profile = try await service.store.getProfile(found.account)
        let age = service.now.rawValue - profile.createdAt.rawValue
        return (0...CreateAccountHandler.repeatSeconds * 1000).contains(age) && profile.names.hasSameKeys(as: names)
    }

    /// Only one sign-in method may use derived ids and addresses, and only together.
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

    /// Returns the password of the new account; nil for an anonymous one.
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
            return try Password(new: shown, for: names, details, in: "password")
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
