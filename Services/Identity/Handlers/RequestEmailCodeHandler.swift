// Answers RequestEmailCode: a person who is signed in has a code sent to an e-mail address.

import Models

/// Answers `RequestEmailCode`.
struct RequestEmailCodeHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: RequestEmailCode, _ context: MessageContext) async throws -> RequestEmailCode.Reply {
        try await service.metrics.measure(RequestEmailCode.self) {
            let change = try await change(request, context)
            let draft = service.emailCode(for: EmailCodeUse(request.purpose), in: context.client?.locale)
            let nextAt = try await service.store.requestEmailCode(
                request.account, draft, changing: change, at: service.now)
            service.record(.emailCodeRequested, request.account, reason: request.purpose.rawValue, context)
            service.messages.signal()
            return RequestEmailCode.Reply(expiresAt: draft.expiresAt, nextAt: nextAt)
        }
    }

    /// What is asked for where the account is to have another address; nil for anything else.
    private func change(
        _ request: RequestEmailCode, _ context: MessageContext
    ) async throws -> EmailChangeRequest? {
        guard request.purpose == .change else { return nil }
        guard let text = request.address else { throw ServiceError(.invalidRequest, "a change needs an address") }
        let address = try EmailAddress(text.value)
        // The account's own names are judged with it, as in a change of the profile.
        guard service.derivedNames.allow(AccountNames(email: address.text), for: nil) else {
            throw Refusal.derivedApart
        }
        var checked: AccountPassword?
        if let person = request.person { checked = try await service.prove(person, of: request.account, context) }
        return EmailChangeRequest(address: address, person: request.person, checked: checked)
    }
}
