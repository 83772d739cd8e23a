// A link with which a person sets a password, on its way to them.

import Models
import ServiceSettings

/// A link with which a person sets a password.
struct PasswordLink: Sendable {
    /// `passwordReset` or `invitation`.
    let kind: MessageKind
    let token: ResetToken
    let expiresAt: UnixTime

    /// A new one.
    init(for kind: MessageKind, _ service: IdentityContext) {
        self.kind = kind
        token = ResetToken(random: service.random(ResetToken.randomLength))
        expiresAt = service.now.adding(
            seconds: kind == .invitation ? ResetToken.invitationSeconds : ResetToken.lifetimeSeconds)
    }
}

extension IdentityContext {
    /// Sends the link after the answer.
    func send(_ link: PasswordLink, to recipient: ResetRecipient, _ context: MessageContext) {
        messages.submit(
            MessageQueue.Job(
                message: message(link, to: recipient, in: recipient.locale), account: recipient.account,
                logger: logger(for: context)))
    }

    /// The message with the link, in a language.
    func message(_ link: PasswordLink, to recipient: ResetRecipient, in locale: String?) -> PersonalMessage {
        PersonalMessage(
            link.kind, id: opaqueIDText(random(12)), of: recipient.account, to: recipient.address, in: locale,
            token: link.token.text, page: settings.resetLink, placeOfToken: MessageSettings.tokenPlace,
            expiresAt: link.expiresAt)
    }
}
