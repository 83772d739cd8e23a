import AppleAccounts
import Models
import Storage

extension IdentityContext {
    func createAccount(_ request: CreateAccount, _ context: MessageContext) async throws -> VerifiedAccount {
        let (names, details, password) = try checked(request, context)
        do { return try await create(request, names, details, password, context) } catch {
            guard ServiceError(answering: error)?.code == .duplicate else { throw error }
            if let id = request.id, AppleAccount.isReserved(id: id) {
                alarm(id, reason: "the account exists", context)
            }
            guard let repeated = try await repeated(request, names, context) else { throw error }
            return repeated
        }
    }

    /// Checks a request, and reports all wrong members together.
    private func checked(
        _ request: CreateAccount, _ context: MessageContext
    ) throws -> (AccountNames, ProfileDetails, Password?) {
        var wrong = WrongMembers()
        var names = request.names
        if let checked = try wrong.check({ () throws(ServiceError) in try NameRules.checked(request.names) }) {
            names = checked
            let address = names.email.flatMap { try? EmailAddress($0.value) }
            if let refusal = registrationRules.refusal(ofNewAccountWith: address) { throw refusal }
            try checkDerived(names, of: request, context)
        }
        var details = ProfileDetails()
        if let checked = try wrong.check({ () throws(ServiceError) in try DetailRules.checked(request.details) }) {
            details = try DetailRules.merge(checked, into: details)
        }
        if let id = request.id, AppleAccount.isReserved(id: id), details.displayName == nil {
            details.displayName = Personal(AppleAccount.displayName)
        }
        let password = try wrong.check { () throws(ServiceError) in try self.password(of: request, names, details) }
        try wrong.finish()
        return (names, details, password ?? nil)
    }

    private func create(
        _ request: CreateAccount, _ names: AccountNames, _ details: ProfileDetails, _ password: Password?,
        _ context: MessageContext
    ) async throws -> VerifiedAccount {
        // The transaction checks this again. The early check saves the time of the hash.
        try await store.checkFree(request.id, names)
        var stored: StoredPassword?
        if let password { stored = try await hasher.stored(password, for: origin(isProven: false, context)) }
        let id = try request.id ?? AccountID(random: random(12))
        let account = NewAccount(
            id: id, names: names, details: details, password: stored,
            registration: RegistrationRecord(context.client, by: request.signInMethod), hasGivenID: request.id != nil,
            network: password == nil ? nil : seenNetwork(of: id, context),
            // The app of Appwrite's API signs in by a later call, which stores the sign-in.
            login: request.signInMethod == .appwrite ? nil : LoginRecord(context.client, by: request.signInMethod))
        let created = try await store.createAccount(account, at: now)
        metrics.countCreation(by: request.signInMethod)
        record(.accountCreated, account.id, context)
        return created
    }

    /// How long a repeated registration gets the first answer, in seconds.
    private static let repeatSeconds: Int64 = 60

    /// Returns an account that was just created with these names and password, for an app that missed the answer. Works
    /// only for the sign-in method `password`. It reveals no more than a sign-in: for any difference the answer is that
    /// the names are taken, after the same work. It counts as a sign-in with the first taken name, so the count does
    /// not reveal whether the names belong to different accounts.
    private func repeated(
        _ request: CreateAccount, _ names: AccountNames, _ context: MessageContext
    ) async throws -> VerifiedAccount? {
        guard request.signInMethod == .password, let shown = request.password else { return nil }
        let taken = try await store.findTaken(names)
        guard let key = taken ?? names.keys.first?.key else { return nil }
        let found = try await store.findPassword(of: key)
        // Unlike in a sign-in, a known network gets no priority, because the time would reveal who signs in there.
        let origin = origin(isProven: false, context)
        do {
            return try await attempt(.signIn(key, to: found?.account), from: origin) { origin in
                // The password is checked before all else, because the time of the other checks would reveal the
                // account's age and the names' owner.
                let isRight = try await hasher.matches(Password(shown: shown), found?.stored, for: origin)
                guard let found, isRight, try await isJustMade(found, names) else {
                    throw ServiceError.wrongCredentials
                }
                let login = LoginRecord(context.client, by: request.signInMethod)
                let network = seenNetwork(of: found.account, context)
                return try await store.verifyPassword(found, stronger: nil, login: login, from: network, at: now)
            }
        } catch {
            let code = ServiceError(answering: error)?.code
            guard code == .wrongCredentials || code == .rateLimited else { throw error }
            return nil
        }
    }

    private func isJustMade(_ found: AccountPassword, _ names: AccountNames) async throws -> Bool {
        guard found.status == .active, try await !store.takesSecondStep(found.account) else { return false }
        let profile = try await store.getProfile(found.account)
        let age = now.rawValue - profile.createdAt.rawValue
        return (0...IdentityContext.repeatSeconds * 1000).contains(age) && profile.names.hasSameKeys(as: names)
    }

    /// Throws for derived ids and addresses, unless both belong together and the sign-in method may use them.
    private func checkDerived(
        _ names: AccountNames, of request: CreateAccount, _ context: MessageContext
    ) throws(Refusal) {
        let isReserved = request.id.map(AppleAccount.isReserved) ?? false
        guard derivedNames.allow(names, for: request.id), !isReserved || request.signInMethod == .appwrite else {
            alarm(request.id, reason: "id and address apart", context)
            throw Refusal.derivedApart
        }
    }

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
                .invalidRequest, "such an account is created only through its identity provider")
        case .passkey, .emailCode:
            throw ServiceError(.invalidRequest, "a passkey or a code by mail opens only an existing account")
        }
    }

    private func initialDetails(_ details: ProfileDetails) throws -> ProfileDetails {
        try DetailRules.merge(try DetailRules.checked(details), into: ProfileDetails())
    }

    func inviteAccount(_ request: InviteAccount, _ context: MessageContext) async throws -> InviteAccount.Reply {
        guard let email = request.email else { return try await createForUser(request, context) }
        guard request.username == nil, request.password == nil else {
            throw ServiceError(
                .invalidRequest, "give an e-mail address, or a user name and a password, but not both", field: "email")
        }
        let names = try NameRules.checked(AccountNames(email: email))
        guard derivedNames.allow(names, for: nil) else { throw Refusal.derivedApart }
        let details = try initialDetails(request.details)
        // The operator's own program sent the request, so nothing is stored about the client.
        let account = NewAccount(
            id: try AccountID(random: random(12)), names: names, details: details, password: nil,
            registration: RegistrationRecord())
        let link = PasswordLink(for: .invitation, self)
        let profile = try await store.inviteAccount(
            account, token: link.token.hash, until: link.expiresAt, by: draft(link, in: nil), at: now)
        metrics.countCreation(by: .password)
        record(.accountCreated, account.id, reason: "invited by an operator", context)
        messages.signal()
        return InviteAccount.Reply(
            profile: profile, expiresAt: link.expiresAt, messageFile: messages.file(of: link.kind))
    }

    /// Creates an account with the name and the password that an operator has chosen.
    private func createForUser(
        _ request: InviteAccount, _ context: MessageContext
    ) async throws -> InviteAccount.Reply {
        guard let username = request.username, let shown = request.password else {
            throw ServiceError(
                .invalidRequest, "give an e-mail address, or a user name and a password",
                field: request.username == nil ? "email" : "password")
        }
        let names = try NameRules.checked(AccountNames(username: username))
        let details = try initialDetails(request.details)
        let password = try Password(new: shown, for: names, details, in: "password")
        // The transaction checks this again. The early check saves the time of the hash.
        try await store.checkFree(nil, names)
        let account = NewAccount(
            id: try AccountID(random: random(12)), names: names, details: details,
            password: try await hasher.stored(password, for: origin(isProven: true, context)),
            registration: RegistrationRecord())
        let profile = try await store.createAccount(account, at: now).profile
        metrics.countCreation(by: .password)
        record(.accountCreated, account.id, reason: "created by an operator", context)
        return InviteAccount.Reply(profile: profile)
    }

    func editAccount(_ request: EditAccount, _ context: MessageContext) async throws -> AccountProfile {
        try await store.editAccount(request.account, try DetailRules.checked(request.details), at: now)
    }

    func findAccount(_ request: FindAccount, _ context: MessageContext) async throws -> AccountProfile {
        let text = request.login.value
        return try await store.findAccount(
            request.by == .name ? nil : AccountID(text), request.by == .id ? nil : LoginKey(text))
    }

    func listAccounts(_ request: ListAccounts, _ context: MessageContext) async throws -> AccountList {
        guard ListAccounts.limits.contains(request.limit) else {
            throw ServiceError(
                .invalidRequest,
                "the limit is a whole number from \(ListAccounts.limits.lowerBound) to "
                    + "\(ListAccounts.limits.upperBound)")
        }
        let page = try await store.listAccounts(
            try AccountFilter(request), after: try request.cursor.map { try AccountPosition(cursor: $0) },
            limit: request.limit, counting: request.counted ?? false)
        return AccountList(accounts: page.accounts, nextCursor: page.next?.cursor, total: page.total)
    }

    func setAccountStatus(_ request: SetAccountStatus, _ context: MessageContext) async throws -> Done {
        try await store.setAccountStatus(request.account, request.status, at: now)
        record(request.status == .active ? .accountEnabled : .accountDisabled, request.account, context)
        return Done()
    }

    func reportSignIn(_ request: ReportSignIn, _ context: MessageContext) async throws -> ReportSignIn.Reply {
        // The notice is in the language of the account, because the request may come from a stranger.
        let notice = self.notice(
            .newSignIn, id: request.id, of: MessageContent.Event(client: request.client, at: request.at))
        let locale = try await store.report(request.account, telling: notice, at: now)
        messages.signal()
        return ReportSignIn.Reply(locale: locale)
    }

    func reportForwarder(_ request: ReportForwarder, _ context: MessageContext) async throws -> Done {
        let notice = self.notice(
            .newForwarder, id: request.id.text, of: MessageContent.Event(client: nil, at: request.createdAt))
        _ = try await store.report(request.account, telling: notice, at: now)
        messages.signal()
        return Done()
    }

    func beginExport(_ request: BeginExport, _ context: MessageContext) async throws -> Done {
        let isByOperator = request.person == nil
        let notice = draft(
            isByOperator ? .exportedByOperator : .exported, in: isByOperator ? nil : context.client?.locale)
        try await proving(request.person, of: request.account, context) { proof in
            try await store.beginExport(request.account, by: request.person, proof: proof, telling: notice, at: now)
        }
        record(.accountExported, request.account, reason: isByOperator ? "by an operator" : nil, context)
        messages.signal()
        return Done()
    }
}
