import Models

extension IdentityContext {
    func requestPhoneCode(
        _ request: RequestPhoneCode, _ context: MessageContext
    ) async throws -> RequestPhoneCode.Reply {
        guard let number = PhoneNumber(request.phone.value) else {
            throw ServiceError(
                .invalidRequest,
                "a phone number begins with + and the country code, and has 8 to 15 digits, such as +33612345678")
        }
        let code = OneTimeCode(random: random(OneTimeCode.randomLength), digits: OneTimeCode.phoneDigits)
        let end = now.adding(seconds: OneTimeCode.phoneSeconds)
        let secret = codeSecret
        let sent = SentPhoneCode(number: number, hash: secret.hash(code, for: request.account, number))
        let message = draft(.phoneCode, token: code.text, expiresAt: end, in: context.client?.locale)
        let nextAt = try await store.requestPhoneCode(
            request.account, sent, phoneHash: secret.hash(number), until: end, by: message, at: now)
        record(.phoneCodeRequested, request.account, context)
        messages.signal()
        return RequestPhoneCode.Reply(phone: number.text, expiresAt: end, nextAt: nextAt)
    }

    func confirmPhone(_ request: ConfirmPhone, _ context: MessageContext) async throws -> AccountProfile {
        guard let code = OneTimeCode(shown: request.phoneCode, digits: OneTimeCode.phoneDigits) else {
            throw OneTimeCode.malformed(digits: OneTimeCode.phoneDigits)
        }
        // The try is on disk before the comparison, so a crash gives no extra try.
        let sent = try await store.tryPhoneCode(request.account, at: now)
        guard codeSecret.matches(code, for: request.account, sent.number, sent.hash) else {
            record(.phoneCodeRefused, request.account, context)
            throw ServiceError(.codeMismatch, "this code is wrong; use the one in the latest message")
        }
        let profile = try await store.confirmPhone(request.account, sent, at: now)
        record(.phoneConfirmed, request.account, context)
        return profile
    }

    func removePhone(_ request: RemovePhone, _ context: MessageContext) async throws -> AccountProfile {
        let profile = try await store.removePhone(request.account, at: now)
        record(.phoneRemoved, request.account, context)
        return profile
    }
}
