@testable import Push

@Suite("The languages of a notification")
struct LanguageTests {
    private func language(_ tag: String?, of languages: [String], fallback: String? = nil) -> String? {
        let texts = languages.map { NotificationText(language: $0, title: "T") }
        return NotificationContent(texts: texts, fallbackLanguage: fallback).text(for: tag)?.language
    }

    @Test(
        "A reader gets their language, then its other region, then the fallback",
        arguments: [
            ("fr", "fr"), ("FR-ca", "fr"), ("pt", "pt-BR"), ("pt_PT", "pt-BR"), ("zh-Hant-TW", "zh-Hant"),
            ("zh-Hans", "zh-Hant"), ("de", "en"), (nil, "en"), ("", "en"), ("f", "en"), ("fr-x-private", "fr"),
        ] as [(String?, String)])
    func choice(_ tag: String?, _ chosen: String) {
        #expect(language(tag, of: ["fr", "pt-BR", "zh-Hant", "en"], fallback: "en") == chosen)
    }

    @Test("Without a fallback the first text is used")
    func first() {
        #expect(language("de", of: ["fr", "en"]) == "fr")
        #expect(language("de", of: []) == nil)
    }

    private func filled(_ template: String, _ arguments: [NotificationArgument] = []) throws -> String? {
        let content = NotificationContent(
            texts: [NotificationText(language: "en", body: template)], arguments: arguments)
        return try FilledText(content.texts.first, of: content).body
    }

    @Test("Arguments replace their names and are not expanded themselves")
    func arguments() throws {
        let arguments = [
            NotificationArgument(name: "a", value: "{b}"), NotificationArgument(name: "b", value: "\u{301}x"),
        ]
        #expect(try filled("{a}-{b}-{{a}-}", arguments) == "{b}-\u{301}x-{a}-}")
        #expect(throws: FilledText.Unfillable.unknownArgument("c")) { try filled("{c}", arguments) }
        #expect(throws: FilledText.Unfillable.openBrace) { try filled("a {b", arguments) }
    }

    @Test("A combining mark after a brace does not hide the brace")
    func combined() throws {
        #expect(throws: FilledText.Unfillable.unknownArgument("\u{301}a")) { try filled("{\u{301}a}") }
    }
}
