import Models

struct PasswordLink: Sendable {
    /// `passwordReset` or `invitation`.
    let kind: MessageKind
    let token: ResetToken
    let expiresAt: UnixTime

    init(for kind: MessageKind, _ service: IdentityContext) {
        self.kind = kind
        token = ResetToken(random: service.random(ResetToken.randomLength))
        expiresAt = service.now.adding(
            seconds: kind == .invitation ? ResetToken.invitationSeconds : ResetToken.lifetimeSeconds)
    }
}

extension IdentityContext {
    /// Returns the message with the link.
    ///
    /// - Parameter locale: The language of the request, if it comes from the user; for an account without a language.
    func draft(_ link: PasswordLink, in locale: String?) -> MessageDraft {
        draft(link.kind, token: link.token.text, expiresAt: link.expiresAt, in: locale)
    }
}
