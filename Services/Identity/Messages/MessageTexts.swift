// What messages to people say, by kind and language.

import Foundation
import Models

/// The words of a message. `{link}` in the text is the link, or the token where there is no page for it.
struct MessageText: Sendable {
    /// Nil where the channel has none.
    let subject: String?
    let text: String

    static let linkPlace = "{link}"

    /// The words for a kind of message in the first of these languages; English where none has words.
    static func of(_ kind: MessageKind, in locales: [String]) -> (locale: String, text: MessageText) {
        let languages = locales.map { $0.split(separator: "-").first?.lowercased() ?? "" }
        let language = languages.first { ["en", "fr"].contains($0) } ?? "en"
        switch (kind, language) {
        case (.passwordReset, "fr"): return ("fr", passwordResetInFrench)
        case (.passwordReset, _): return ("en", passwordResetInEnglish)
        case (.invitation, "fr"): return ("fr", invitationInFrench)
        case (.invitation, _): return ("en", invitationInEnglish)
        case (.phoneCode, "fr"): return ("fr", phoneCodeInFrench)
        case (.phoneCode, _): return ("en", phoneCodeInEnglish)
        case (.emailChanged, "fr"): return ("fr", emailChangedInFrench)
        case (.emailChanged, _): return ("en", emailChangedInEnglish)
        }
    }

    private static let passwordResetInEnglish = MessageText(
        subject: "Your new password",
        text: """
            Hello,

            a new password was asked for your account. Set it here within the next hour:

            {link}

            If it was not you, do nothing: your password stays as it is.
            """)

    private static let passwordResetInFrench = MessageText(
        subject: "Votre nouveau mot de passe",
        text: """
            Bonjour,

            un nouveau mot de passe a été demandé pour votre compte. Choisissez-le ici dans l’heure qui vient :

            {link}

            Si la demande ne vient pas de vous, ne faites rien : votre mot de passe reste le même.
            """)

    private static let invitationInEnglish = MessageText(
        subject: "Your account",
        text: """
            Hello,

            an account was made for you. Set its password here within the next seven days; then you sign in with this e-mail
            address:

            {link}

            If you expect no account, do nothing: nobody can sign in to it.
            """)

    private static let invitationInFrench = MessageText(
        subject: "Votre compte",
        text: """
            Bonjour,

            un compte a été créé pour vous. Choisissez son mot de passe ici dans les sept jours ; vous vous connecterez ensuite
            avec cette adresse e-mail :

            {link}

            Si vous n’attendez pas de compte, ne faites rien : personne ne peut s’y connecter.
            """)

    private static let emailChangedInEnglish = MessageText(
        subject: "Your e-mail address was changed",
        text: """
            Hello,

            another e-mail address has just taken the place of this one in your account. From now on you sign in with the
            new one, and messages go there.

            If it was not you, somebody knows your password: write at once to whoever runs this service.
            """)

    private static let emailChangedInFrench = MessageText(
        subject: "Votre adresse e-mail a changé",
        text: """
            Bonjour,

            une autre adresse e-mail vient de remplacer celle-ci dans votre compte. Désormais, vous vous connectez avec la
            nouvelle, et les messages y sont envoyés.

            Si ce n’était pas vous, quelqu’un connaît votre mot de passe : écrivez tout de suite à qui gère ce service.
            """)

    // In one short message each: at most 160 of the characters of GSM 03.38, which has no curved apostrophe.
    private static let phoneCodeInEnglish = MessageText(
        subject: nil,
        text: "{link} is your code to confirm your phone number. It is good for 10 minutes. Pass it on to nobody.")

    private static let phoneCodeInFrench = MessageText(
        subject: nil,
        text: "{link} est votre code pour confirmer votre numéro de téléphone. Il est valable 10 minutes. "
            + "Ne le communiquez à personne.")
}

extension PersonalMessage {
    /// A message with the words of its kind.
    ///
    /// - Parameters:
    ///   - account: whose message it is.
    ///   - locales: the languages of the person, the preferred one first.
    ///   - page: the link with a place for the token; nil sends the token alone.
    init(
        _ kind: MessageKind, id: String, of account: AccountID? = nil, to address: Personal<String>,
        in locales: [String], token: SecretText = SecretText(""), page: String? = nil, placeOfToken: String = "",
        expiresAt: UnixTime? = nil
    ) {
        let words = MessageText.of(kind, in: locales)
        let link = page.map { $0.replacingOccurrences(of: placeOfToken, with: token.value) }
        let text = words.text.text.replacingOccurrences(of: MessageText.linkPlace, with: link ?? token.value)
        self.init(
            id: id, kind: kind, account: account, address: address, locale: words.locale, token: token,
            link: link.map { SecretText($0) },
            expiresAt: expiresAt, subject: words.text.subject, text: SecretText(text))
    }
}
