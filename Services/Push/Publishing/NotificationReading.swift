import Models

enum NotificationReading {
    /// As push devices show them. A subtitle replaces a missing body. `languages` are as for `NotificationContent.text`.
    static func text(of content: NotificationContent, for languages: String?) -> (title: String?, body: String?) {
        // Texts that cannot be filled were refused on acceptance.
        guard let filled = try? FilledText(content.text(for: languages), of: content) else { return (nil, nil) }
        return (filled.title, filled.body ?? filled.subtitle)
    }
}
