import Models

struct ConfirmPhoneHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: ConfirmPhone, _ context: MessageContext) async throws -> AccountProfile {
        try await service.metrics.measure(ConfirmPhone.self) {
            guard let code = OneTimeCode(shown: request.phoneCode, digits: OneTimeCode.phoneDigits) else {
                throw OneTimeCode.malformed(digits: OneTimeCode.phoneDigits)
            }
            // On disk before the comparison, so a crash gives no extra try.
            let sent = try await service.store.tryPhoneCode(request.account, at: service.now)
            guard service.codeSecret.matches(code, for: request.account, sent.number, sent.hash) else {
                service.record(.phoneCodeRefused, request.account, context)
                throw ServiceError(.codeMismatch, "this code is wrong; use the one in the latest message")
            }
            let profile = try await service.store.confirmPhone(request.account, sent, at: service.now)
            service.record(.phoneConfirmed, request.account, context)
            return profile
        }
    }
}
