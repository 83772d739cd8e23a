import Foundation
import Models

enum ArrivalContent {
    /// Configured kinds cannot have this name, because their names contain no spaces.
    static let kind = "arrival notice"
    /// The seconds after which the push service drops the notice.
    static let life: Int64 = 3600

    /// Makes the notice in all languages. Each push device selects its language, or else `fallback`. The moment is by the
    /// clock of `zone`; nil for UTC.
    static func content(_ notice: TellOfArrival, by zone: TimeZone?, fallback: TextLanguage) -> NotificationContent {
        NotificationContent(
            texts: TextLanguage.allCases.map {
                text(in: $0, isArrival: notice.isArrival, notice.at.words(in: $0.rawValue, by: zone))
            },
            fallbackLanguage: fallback.rawValue,
            arguments: [
                NotificationArgument(name: "person", value: notice.person.value),
                NotificationArgument(name: "place", value: notice.place.value),
            ], sound: NotificationSound(), timeToLive: life)
    }

    private static func text(in language: TextLanguage, isArrival: Bool, _ moment: String) -> NotificationText {
        let title =
            switch language {
            case .english: isArrival ? "{person} has arrived" : "{person} has left"
            case .french: isArrival ? "{person} : arrivée" : "{person} : départ"
            }
        return NotificationText(language: language.rawValue, title: title, body: "{place}, \(moment)")
    }
}

extension DueNotification {
    /// The kind with which users switch this notice of the server off; nil for any other notification.
    var ownKind: NotificationKind? {
        switch kind {
        case ArrivalContent.kind: .arrivals
        case ReaderContent.kind: .newReaders
        default: nil
        }
    }
}
