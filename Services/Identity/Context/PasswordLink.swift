// A link with which a person sets a password, on its way to them.

import Models

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
    /// The message that brings the link.
    ///
    /// - Parameter locale: The language of whoever asks, when that is its person; for an account that has none.
    func draft(_ link: PasswordLink, in locale: String?) -> MessageDraft {
        draft(link.kind, token: link.token.text, expiresAt: link.expiresAt, in: locale)
    }
}
