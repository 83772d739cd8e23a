import Foundation
import Models

enum ForwarderContent {
    static let kind = "forwarder notice"
    /// The seconds after which the push service drops the notice.
    static let life: Int64 = 86_400

    /// Makes the notice in all languages. Each push device selects its language, or else `fallback`. The moment is by the
    /// clock of `zone`; nil for UTC.
    static func content(_ notice: TellOfForwarder, by zone: TimeZone?, fallback: TextLanguage) -> NotificationContent {
        NotificationContent(
            texts: TextLanguage.allCases.map { text(in: $0, notice.createdAt.words(in: $0.rawValue, by: zone)) },
            fallbackLanguage: fallback.rawValue,
            arguments: [
                NotificationArgument(name: "device", value: notice.device.text),
                NotificationArgument(name: "origin", value: notice.origin.value),
            ], sound: NotificationSound(), timeToLive: life)
    }

    private static func text(in language: TextLanguage, _ moment: String) -> NotificationText {
        let (title, body) =
            switch language {
            case .english:
                (
                    "Balise now sends the places of {device} to another server",
                    "{origin}, \(moment). If it was not you, remove the forwarder, end other sessions and set a new password."
                )
            case .french:
                (
                    "Balise envoie maintenant les positions de {device} à un autre serveur",
                    "{origin}, \(moment). Si ce n’était pas vous, supprimez cet envoi, fermez les autres sessions et choisissez "
                        + "un nouveau mot de passe."
                )
            }
        return NotificationText(language: language.rawValue, title: title, body: body)
    }
}
