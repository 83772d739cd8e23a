import AppleAccounts
import Models

extension IdentityContext {
    func getProfile(_ request: GetProfile, _ context: MessageContext) async throws -> AccountProfile {
        try await store.getProfile(request.account)
    }

    func updateProfile(_ request: UpdateProfile, _ context: MessageContext) async throws -> AccountProfile {
        var wrong = WrongMembers()
        let names =
            try wrong.check { () throws(ServiceError) in try NameRules.checked(request.names) } ?? request.names
        let details =
            try wrong.check { () throws(ServiceError) in try DetailRules.checked(request.details) } ?? request.details
        try wrong.finish()
        let present = try await store.getProfile(request.account)
        var checked: AccountPassword?
        if NameRules.change(names, from: present.names) {
            try checkDerived(names, of: present, context)
            if let address = names.email.flatMap({ try? EmailAddress($0.value) }), address != present.emailAddress,
                let refusal = registrationRules.refusal(of: address)
            {
                throw refusal
            }
            guard let password = request.password else { throw Refusal.passwordNeeded }
            checked = try await prove(request.account, password, by: request.session, context)
        }
        let profile = try await store.updateProfile(
            request.account, names: names, details: details, checked: checked,
            telling: draft(.emailChanged, in: context.client?.locale), at: now)
        if checked != nil {
            record(.namesChanged, request.account, context)
            messages.signal()
        }
        return profile
    }

    /// Throws if an Apple user's account would lose its derived address, or another would get one.
    private func checkDerived(
        _ names: AccountNames, of present: AccountProfile, _ context: MessageContext
    ) throws(Refusal) {
        let wanted = AccountNames(
            username: names.username ?? present.names.username, email: names.email ?? present.names.email,
            phone: names.phone ?? present.names.phone)
        guard !derivedNames.allow(wanted, for: present.account) else { return }
        // Removing a derived address cannot create a second account, so it causes no alarm.
        if !AppleAccount.isReserved(id: present.account) {
            alarm(present.account, reason: "id and address apart", context)
        }
        throw Refusal.derivedApart
    }

    func readDocument(_ request: ReadDocument, _ context: MessageContext) async throws -> AccountDocument {
        try await store.readDocument(request.account, request.name)
    }

    func writeDocument(_ request: WriteDocument, _ context: MessageContext) async throws -> AccountDocument {
        let change = try DocumentContent(request.json.value)
        return try await store.writeDocument(request.account, request.name, request.mode, change, at: now)
    }
}
