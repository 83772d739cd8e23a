// What people read of a notification in their inbox.

import Models

/// The texts of notifications as people read them.
enum NotificationReading {
    /// The title and the text as push devices of somebody who reads these languages show them. A subtitle stands in the place
    /// of a body that there is not.
    /// - Parameter languages: as for `NotificationContent.text`.
    static func text(of content: NotificationContent, for languages: String?) -> (title: String?, body: String?) {
        // What cannot be filled was not taken on.
        guard let filled = try? FilledText(content.text(for: languages), of: content) else { return (nil, nil) }
        return (filled.title, filled.body ?? filled.subtitle)
    }
}
