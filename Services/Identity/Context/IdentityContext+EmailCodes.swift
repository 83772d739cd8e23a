// What the handlers of codes by mail share.

import Models
import Storage

extension IdentityContext {
    /// A new code, and the message that brings it.
    ///
    /// - Parameter locale: The language of whoever asks, for an account that has none.
    func emailCode(for use: EmailCodeUse, in locale: String?) -> EmailCodeDraft {
        let code = OneTimeCode(random: random(OneTimeCode.randomLength), digits: OneTimeCode.emailDigits)
        let end = now.adding(seconds: use.seconds)
        return EmailCodeDraft(
            use: use, code: code, secret: codeSecret, expiresAt: end,
            message: draft(use.message, token: code.text, expiresAt: end, in: locale))
    }

    /// A code that somebody shows.
    func shown(_ code: SecretText, for use: EmailCodeUse) -> ShownEmailCode {
        ShownEmailCode(
            use: use, code: OneTimeCode(shown: code, digits: OneTimeCode.emailDigits), secret: codeSecret)
    }

    /// Notes that a code was refused, and gives what its person is told.
    func refused(
        _ refusal: EmailCodeRefusal, for use: EmailCodeUse, _ account: AccountID, _ context: MessageContext
    ) -> ServiceError {
        record(.emailCodeRefused, account, reason: "\(use.rawValue): \(refusal.rawValue)", context)
        return refusal.answer
    }
}
