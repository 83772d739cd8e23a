import Models

struct RequestPhoneCodeHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: RequestPhoneCode, _ context: MessageContext) async throws -> RequestPhoneCode.Reply {
        try await service.metrics.measure(RequestPhoneCode.self) {
            guard let number = PhoneNumber(request.phone.value) else {
                throw ServiceError(
                    .invalidRequest, "a phone number has a + and 8 to 15 digits with the country's first: +33612345678")
            }
            let code = OneTimeCode(
                random: service.random(OneTimeCode.randomLength), digits: OneTimeCode.phoneDigits)
            let end = service.now.adding(seconds: OneTimeCode.phoneSeconds)
            let secret = service.codeSecret
            let sent = SentPhoneCode(number: number, hash: secret.hash(code, for: request.account, number))
            let message = service.draft(.phoneCode, token: code.text, expiresAt: end, in: context.client?.locale)
            let nextAt = try await service.store.requestPhoneCode(
                request.account, sent, phoneHash: secret.hash(number), until: end, by: message, at: service.now)
            service.record(.phoneCodeRequested, request.account, context)
            service.messages.signal()
            return RequestPhoneCode.Reply(phone: number.text, expiresAt: end, nextAt: nextAt)
        }
    }
}
