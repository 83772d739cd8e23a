import Models
import Storage

struct InviteAccountHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: InviteAccount, _ context: MessageContext) async throws -> InviteAccount.Reply {
        try await service.metrics.measure(InviteAccount.self) {
            let names = try NameRules.checked(AccountNames(email: request.email))
            guard service.derivedNames.allow(names, for: nil) else { throw Refusal.derivedApart }
            let details = try DetailRules.merge(try DetailRules.checked(request.details), into: ProfileDetails())
            // Nothing is stored about the operator's own program.
            let account = NewAccount(
                id: try AccountID(random: service.random(12)), names: names, details: details, password: nil,
                registration: RegistrationRecord())
            let link = PasswordLink(for: .invitation, service)
            let profile = try await service.store.inviteAccount(
                account, token: link.token.hash, until: link.expiresAt, by: service.draft(link, in: nil),
                at: service.now)
            service.metrics.countCreation(by: .password)
            service.record(.accountCreated, account.id, reason: "invited by an operator", context)
            service.messages.signal()
            return InviteAccount.Reply(
                profile: profile, expiresAt: link.expiresAt, messageFile: service.messages.file(of: link.kind))
        }
    }
}
