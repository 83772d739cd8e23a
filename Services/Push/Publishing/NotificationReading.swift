import Models

enum NotificationReading {
    /// The title and the body that push devices show for these languages. A subtitle replaces a missing body.
    /// - Parameter languages: As for `NotificationContent.text`.
    static func text(of content: NotificationContent, for languages: String?) -> (title: String?, body: String?) {
        // Texts that cannot be filled were refused on acceptance.
        guard let filled = try? FilledText(content.text(for: languages), of: content) else { return (nil, nil) }
        return (filled.title, filled.body ?? filled.subtitle)
    }
}
