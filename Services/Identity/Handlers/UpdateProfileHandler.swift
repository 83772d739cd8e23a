import AppleAccounts
import Models

struct UpdateProfileHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: UpdateProfile, _ context: MessageContext) async throws -> AccountProfile {
        try await service.metrics.measure(UpdateProfile.self) {
            let names = try NameRules.checked(request.names)
            let details = try DetailRules.checked(request.details)
            let present = try await service.store.getProfile(request.account)
            var checked: AccountPassword?
            if NameRules.change(names, from: present.names) {
                try checkDerived(names, of: present, context)
                if let address = names.email.flatMap({ try? EmailAddress($0.value) }), address != present.emailAddress,
                    let refusal = service.registrationRules.refusal(of: address)
                {
                    throw refusal
                }
                guard let password = request.password else { throw Refusal.passwordNeeded }
                checked = try await service.prove(request.account, password, by: request.session, context)
            }
            let profile = try await service.store.updateProfile(
                request.account, names: names, details: details, checked: checked,
                telling: service.draft(.emailChanged, in: context.client?.locale), at: service.now)
            if checked != nil {
                service.record(.namesChanged, request.account, context)
                service.messages.signal()
            }
            return profile
        }
    }

    /// Keeps the derived name of a derived account, and refuses such a name for any other.
    private func checkDerived(
        _ names: AccountNames, of present: AccountProfile, _ context: MessageContext
    ) throws(Refusal) {
        let wanted = AccountNames(
            username: names.username ?? present.names.username, email: names.email ?? present.names.email,
            phone: names.phone ?? present.names.phone)
        guard !service.derivedNames.allow(wanted, for: present.account) else { return }
        // Removing a derived address creates no second account.
        if !AppleAccount.isReserved(id: present.account) {
            service.alarm(present.account, reason: "id and address apart", context)
        }
        throw Refusal.derivedApart
    }
}
