// The texts of a notification with its arguments in their places.

import Models

/// What is shown of a notification in one language.
struct FilledText: Hashable, Sendable {
    var language: String
    var title: String?
    var subtitle: String?
    var body: String?
    /// By their ids.
    var actions: [NotificationAction]

    var isEmpty: Bool { title == nil && subtitle == nil && body == nil }

    /// What cannot be filled.
    enum Unfillable: Error, Hashable {
        /// There is no argument of this name.
        case unknownArgument(String)
        /// A brace is opened and not closed.
        case openBrace
    }

    /// The texts of a content in one language; without texts its actions alone.
    init(_ text: NotificationText?, of content: NotificationContent) throws(Unfillable) {
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

    /// Nil for no text and for an empty one.
    private static func filled(
        _ template: String?, _ arguments: [NotificationArgument]
    ) throws(Unfillable) -> String? {
        guard let template, !template.isEmpty else { return nil }
        // Of scalars, not of characters: a mark behind a brace must not hide it.
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
    /// The texts that somebody reads (`LanguageTag.best`), else those of the fallback. Nil for a content without texts.
    ///
    /// - Parameter languages: what they read, the preferred one first, as `LanguageTag.list` reads it; nil when it is not
    ///   known.
    func text(for languages: String?) -> NotificationText? {
        let offered = texts.compactMap { text in LanguageTag(text.language).map { (tag: $0, text: text) } }
        if let best = LanguageTag.best(of: offered.map(\.tag), for: LanguageTag.list(languages)) {
            return offered[best].text
        }
        let fallback = fallbackLanguage.flatMap { LanguageTag($0) }
        return offered.first { $0.tag == fallback }?.text ?? texts.first
    }
}
