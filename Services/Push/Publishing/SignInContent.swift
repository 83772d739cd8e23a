import Crypto
import Foundation
import Models

enum SignInContent {
    static let kind = "sign in"
    /// The seconds after which the push service drops the notice.
    static let life: Int64 = 86_400

    /// Makes the content of a notice. `client` is the client's name for itself. If `locale` is nil or has no texts, the
    /// language of each push device is used, and `fallback` for push devices without texts. The moment is by the clock of
    /// `zone`; nil for UTC.
    static func content(
        client: String?, at moment: UnixTime, by zone: TimeZone?, locale: String?, fallback: TextLanguage
    ) -> NotificationContent {
        var content = NotificationContent(
            texts: TextLanguage.allCases.map {
                text(in: $0, isNamed: client != nil, moment.words(in: $0.rawValue, by: zone))
            }, fallbackLanguage: fallback.rawValue, sound: NotificationSound(), timeToLive: life)
        if let client { content.arguments.append(NotificationArgument(name: "client", value: client)) }
        if let language = TextLanguage.best(for: locale) {
            content.texts.removeAll { $0.language != language.rawValue }
        }
        return content
    }

    private static func text(in language: TextLanguage, isNamed: Bool, _ moment: String) -> NotificationText {
        let (title, unnamed, advice) =
            switch language {
            case .english:
                (
                    "New sign-in to your account", "On a new app or device",
                    "If it was not you, end that session and set a new password."
                )
            case .french:
                (
                    "Nouvelle connexion à votre compte", "Avec une nouvelle application ou un nouvel appareil",
                    "Si ce n’était pas vous, fermez cette session et choisissez un nouveau mot de passe."
                )
            }
        let body = "\(isNamed ? "{client}" : unnamed), \(moment). \(advice)"
        return NotificationText(language: language.rawValue, title: title, body: body)
    }

    /// Returns the id of a notice. The id is equal for a repeated notice, and does not reveal the session.
    static func id(of session: SessionID, of account: AccountID) throws -> NotificationID {
        let digest = SHA256.hash(data: Array("sign-in\n\(account.text)\n\(session.text)".utf8))
        return try NotificationID(random: digest.prefix(16))
    }
}

/// Limits tests for each account and `span`: more tests would disturb users, and providers limit pushes.
enum TestRules {
    static let maximum = 20
    /// The time within which tests are counted, in seconds.
    static let span: Int64 = 600
}
