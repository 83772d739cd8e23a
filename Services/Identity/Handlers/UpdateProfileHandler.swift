// Answers UpdateProfile: a person changes what their account says.

import AppleAccounts
import Models

/// Answers `UpdateProfile`.
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
                guard let password = request.password else { throw Refusal.passwordNeeded }
                checked = try await service.prove(request.account, password, by: request.session, context)
            }
            let changed = try await service.store.updateProfile(
                request.account, names: names, details: details, checked: checked, at: service.now)
            if checked != nil { service.record(.namesChanged, request.account, context) }
            if let former = changed.formerEmail { notify(former, of: changed.profile, context) }
            return changed.profile
        }
    }

    /// Tells the address that an account had until now: who took the account over could otherwise do so unseen.
    private func notify(_ former: Personal<String>, of profile: AccountProfile, _ context: MessageContext) {
        // Only another case of the same address needs no telling.
        guard LoginKey(former.value) != profile.names.email.flatMap({ LoginKey($0.value) }) else { return }
        let message = PersonalMessage(
            .emailChanged, id: opaqueIDText(service.random(12)), of: profile.account, to: former,
            in: profile.details.locale ?? context.client?.locale)
        service.messages.submit(
            MessageQueue.Job(message: message, account: profile.account, logger: service.logger(for: context)))
    }

    /// A derived account keeps the name that it has, and no other account gets one of that form.
    private func checkDerived(
        _ names: AccountNames, of present: AccountProfile, _ context: MessageContext
    ) throws(Refusal) {
        let wanted = AccountNames(
            username: names.username ?? present.names.username, email: names.email ?? present.names.email,
            phone: names.phone ?? present.names.phone)
        guard !service.derivedNames.allow(wanted, for: present.account) else { return }
        // Who leaves a derived address behind makes no second account of it.
        if !AppleAccount.isReserved(id: present.account) {
            service.alarm(present.account, reason: "id and address apart", context)
        }
        throw Refusal.derivedApart
    }
}
