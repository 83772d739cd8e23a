public import BaliseAPI
import BaliseJSON
import Models

extension PublishedNotification {
    /// The title for a list of operators: in English if there is such a text, otherwise in the fallback language. Nil if
    /// the notification shows no text, or its texts are hidden from the caller or erased.
    public var listedTitle: String? {
        if let announcement {
            let title = announcement.title ?? ""
            return title.isEmpty ? "\(announcement.type.rawValue) \(announcement.subject)" : title
        }
        guard let content = content?.value.flatMap({ try? NotificationContent($0) }) else { return nil }
        let (title, body) = NotificationReading.text(of: content, for: "en")
        return title ?? body
    }
}
