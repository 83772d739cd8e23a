// What push devices are told of a sign-in on a client that the account was not seen on before.

import Crypto
import Foundation
import Models

/// The notification of such a sign-in.
enum SignInContent {
    /// Of the kinds that operators name none can be called so: their names have no space.
    static let kind = "sign in"
    /// For how many seconds it is tried.
    static let life: Int64 = 86_400

    /// - Parameters:
    ///   - client: The client, as it said of itself; nil when it said nothing.
    ///   - locale: The language of the account; nil for that of each push device, as where it has no texts.
    ///   - fallback: The language of whoever's has no texts.
    static func content(
        client: String?, at moment: UnixTime, locale: String?, fallback: TextLanguage
    ) -> NotificationContent {
        var content = NotificationContent(
            texts: TextLanguage.allCases.map { text(in: $0, isNamed: client != nil) },
            fallbackLanguage: fallback.rawValue,
            arguments: [NotificationArgument(name: "moment", value: moment.utcText)],
            sound: NotificationSound(), timeToLive: life)
        if let client { content.arguments.append(NotificationArgument(name: "client", value: client)) }
        if let language = TextLanguage.best(for: locale) {
            content.texts.removeAll { $0.language != language.rawValue }
        }
        return content
    }

    private static func text(in language: TextLanguage, isNamed: Bool) -> NotificationText {
        let (title, body) =
            switch (language, isNamed) {
            case (.english, true):
                (
                    "New sign-in to your account",
                    "{client}, {moment}. If it was not you, end that session and set a new password."
                )
            case (.english, false):
                (
                    "New sign-in to your account",
                    "On a new app or device, {moment}. If it was not you, end that session and set a new password."
                )
            case (.french, true):
                (
                    "Nouvelle connexion à votre compte",
                    "{client}, {moment}. Si ce n’était pas vous, fermez cette session et choisissez un nouveau mot de passe."
                )
            case (.french, false):
                (
                    "Nouvelle connexion à votre compte",
                    """
                    Avec une nouvelle application ou un nouvel appareil, {moment}. Si ce n’était pas vous, fermez cette \
                    session et choisissez un nouveau mot de passe.
                    """
                )
            }
        return NotificationText(language: language.rawValue, title: title, body: body)
    }

    /// The same for each repetition, and nothing that tells the session.
    static func id(of session: SessionID, of account: AccountID) -> AnnouncementID? {
        let digest = SHA256.hash(data: Array("sign-in\n\(account.text)\n\(session.text)".utf8))
        return AnnouncementID(opaqueIDText(Array(digest.prefix(16))))
    }
}
