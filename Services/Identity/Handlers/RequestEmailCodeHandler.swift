import Models

struct RequestEmailCodeHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: RequestEmailCode, _ context: MessageContext) async throws -> RequestEmailCode.Reply {
        try await service.metrics.measure(RequestEmailCode.self) {
            let address = try wantedAddress(request)
            let draft = service.emailCode(for: EmailCodeUse(request.purpose), in: context.client?.locale)
            // Only a change needs a proof.
            let person = address == nil ? nil : request.person
            let nextAt = try await service.proving(person, of: request.account, context) { proof in
                try await service.store.requestEmailCode(
                    request.account, draft,
                    changing: address.map { EmailChangeRequest(address: $0, person: person, proof: proof) },
                    at: service.now)
            }
            service.record(.emailCodeRequested, request.account, reason: request.purpose.rawValue, context)
            service.messages.signal()
            return RequestEmailCode.Reply(expiresAt: draft.expiresAt, nextAt: nextAt)
        }
    }

    /// Returns the new address of the account; nil if it stays the same.
    private func wantedAddress(_ request: RequestEmailCode) throws -> EmailAddress? {
        guard request.purpose == .change else { return nil }
        guard let text = request.address else { throw ServiceError(.invalidRequest, "a change needs an address") }
        let address = try EmailAddress(text.value)
        // Checked together with the account's own names, like a change of the profile.
        guard service.derivedNames.allow(AccountNames(email: address.text), for: nil) else {
            throw Refusal.derivedApart
        }
        if let refusal = service.registrationRules.refusal(of: address) { throw refusal }
        return address
    }
}
