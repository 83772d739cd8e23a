// What people read of a notification in their inbox.

import Models

/// The texts of notifications as people read them.
enum NotificationReading {
    /// The title and the text in a language, as push devices of that language show them. A subtitle stands in the place of
    /// a body that there is not.
    /// - Parameter tag: a BCP 47 tag; nil when it is not known.
    static func text(of content: NotificationContent, for tag: String?) -> (title: String?, body: String?) {
        // What cannot be filled was not taken on.
        guard let filled = try? FilledText(content.text(for: tag), of: content) else { return (nil, nil) }
        return (filled.title, filled.body ?? filled.subtitle)
    }
}
