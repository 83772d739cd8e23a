import Models
import Storage

extension IdentityContext {
    /// Returns a new code with its message.
    ///
    /// - Parameter locale: The language of the request, for an account without one.
    func emailCode(for use: EmailCodeUse, in locale: String?) -> EmailCodeDraft {
        let code = OneTimeCode(random: random(OneTimeCode.randomLength), digits: OneTimeCode.emailDigits)
        let end = now.adding(seconds: use.seconds)
        return EmailCodeDraft(
            use: use, code: code, secret: codeSecret, expiresAt: end,
            message: draft(use.message, token: code.text, expiresAt: end, in: locale))
    }

    func shown(_ code: SecretText, for use: EmailCodeUse) -> ShownEmailCode {
        ShownEmailCode(
            use: use, code: OneTimeCode(shown: code, digits: OneTimeCode.emailDigits), secret: codeSecret)
    }

    func refused(
        _ refusal: EmailCodeRefusal, for use: EmailCodeUse, _ account: AccountID, _ context: MessageContext
    ) -> ServiceError {
        record(.emailCodeRefused, account, reason: "\(use.rawValue): \(refusal.rawValue)", context)
        return refusal.answer
    }
}
