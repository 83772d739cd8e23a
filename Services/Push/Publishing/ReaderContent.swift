import Foundation
import Models

enum ReaderContent {
    static let kind = "reader notice"
    /// The seconds after which the push service drops the notice.
    static let life: Int64 = 86_400

    /// Makes the notice in all languages. Each push device selects its language, or else `fallback`. The moment is by the
    /// clock of `zone`; nil for UTC.
    static func content(_ notice: TellOfReaders, by zone: TimeZone?, fallback: TextLanguage) -> NotificationContent {
        NotificationContent(
            texts: TextLanguage.allCases.map {
                text(in: $0, hasOthers: notice.others > 0, notice.at.words(in: $0.rawValue, by: zone))
            },
            fallbackLanguage: fallback.rawValue,
            arguments: [
                NotificationArgument(name: "device", value: notice.device.text),
                NotificationArgument(name: "reader", value: notice.reader.value),
                NotificationArgument(name: "others", value: "\(notice.others)"),
            ], sound: NotificationSound(), timeToLive: life)
    }

    private static func text(in language: TextLanguage, hasOthers: Bool, _ moment: String) -> NotificationText {
        switch language {
        case .english:
            NotificationText(
                language: language.rawValue, title: "A new reader looked at {device}",
                body: hasOthers ? "{reader} and {others} more, \(moment)" : "{reader}, \(moment)")
        case .french:
            NotificationText(
                language: language.rawValue, title: "{device} : consultation par un nouveau lecteur",
                body: hasOthers ? "{reader} et {others} de plus, \(moment)" : "{reader}, \(moment)")
        }
    }
}
