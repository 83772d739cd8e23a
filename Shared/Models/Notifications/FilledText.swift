/// The texts of a notification in one language, with the values of its arguments.
public struct FilledText: Hashable, Sendable {
    /// The language tag of the texts; `und` without texts.
    public var language: String
    public var title: String?
    public var subtitle: String?
    public var body: String?
    public var actions: [NotificationAction]

    /// Whether there is no text to show.
    public var isEmpty: Bool { title == nil && subtitle == nil && body == nil }

    /// Why a text cannot be filled.
    public enum Unfillable: Error, Hashable {
        case unknownArgument(String)
        case openBrace
    }

    /// Fills the placeholders. Without texts, only the actions are filled.
    public init(_ text: NotificationText?, of content: NotificationContent) throws(Unfillable) {
        language = text?.language ?? "und"
        title = try FilledText.filled(text?.title, content.arguments)
        subtitle = try FilledText.filled(text?.subtitle, content.arguments)
        body = try FilledText.filled(text?.body, content.arguments)
        actions = []
        for action in content.actions {
            let title = try FilledText.filled(action.title, content.arguments) ?? ""
            actions.append(NotificationAction(id: action.id, title: title, link: action.link))
        }
    }

    private static func filled(_ template: String?, _ arguments: [NotificationArgument]) throws(Unfillable) -> String? {
        guard let template, !template.isEmpty else { return nil }
        // This works on scalars, not characters: a combining mark after a brace must not hide it.
        var filled = String.UnicodeScalarView()
        var rest = template.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "{" else {
                filled.append(scalar)
                continue
            }
            if rest.first == "{" {
                filled.append(rest.removeFirst())
                continue
            }
            guard let end = rest.firstIndex(of: "}") else { throw .openBrace }
            let name = String(rest[..<end])
            guard let value = arguments.first(where: { $0.name.isExactly(name) })?.value else {
                throw .unknownArgument(name)
            }
            filled.append(contentsOf: value.unicodeScalars)
            rest = rest[rest.index(after: end)...]
        }
        return String(filled)
    }
}

extension NotificationContent {
    /// Returns the text in the best language (`LanguageTag.best`), otherwise in the fallback language. `languages` are
    /// in the form of `LanguageTag.list`, by preference.
    public func text(for languages: String?) -> NotificationText? {
        let offered = texts.compactMap { text in LanguageTag(text.language).map { (tag: $0, text: text) } }
        if let best = LanguageTag.best(of: offered.map(\.tag), for: LanguageTag.list(languages)) {
            return offered[best].text
        }
        let fallback = fallbackLanguage.flatMap { LanguageTag($0) }
        return offered.first { $0.tag == fallback }?.text ?? texts.first
    }
}

/// The texts of a notification for a reader, as lists and inboxes show them.
public enum NotificationReading {
    /// Returns title and body as push devices show them. A subtitle replaces a missing body. `languages` are as in
    /// `LanguageTag.list`.
    public static func text(
        of content: NotificationContent, for languages: String?
    ) -> (title: String?, body: String?) {
        // Texts that cannot be filled were refused on acceptance.
        guard let filled = try? FilledText(content.text(for: languages), of: content) else { return (nil, nil) }
        return (filled.title, filled.body ?? filled.subtitle)
    }
}
