// What people read of a notification in their inbox.

import Models

/// The texts of notifications as people read them.
enum NotificationReading {
    /// The title and the text in a language, with the arguments in their places: in the language itself, in one that is
    /// more general, else in the fallback.
    /// - Parameter tag: a BCP 47 tag; nil when it is not known.
    static func text(of content: NotificationContent, for tag: String?) -> (title: String?, body: String?) {
        let ranges = tag.map { LanguageTag.ranges(of: LanguageTag.canonical($0)) } ?? []
        let wanted = ranges + [content.fallbackLanguage].compactMap { $0.map(LanguageTag.canonical) }
        let text =
            wanted.lazy.compactMap { range in
                content.texts.first { LanguageTag.canonical($0.language) == range }
            }
            .first ?? content.texts.first
        return (filled(text?.title, content.arguments), filled(text?.body, content.arguments))
    }

    private static func filled(_ template: String?, _ arguments: [NotificationArgument]) -> String? {
        guard let template else { return nil }
        var filled = ""
        var rest = template[...]
        while let brace = rest.firstIndex(of: "{") {
            filled += rest[..<brace]
            rest = rest[rest.index(after: brace)...]
            if rest.first == "{" {
                filled += "{"
                rest = rest.dropFirst()
            } else if let end = rest.firstIndex(of: "}") {
                filled += arguments.first { $0.name == rest[..<end] }?.value ?? ""
                rest = rest[rest.index(after: end)...]
            }
        }
        return filled + rest
    }
}
