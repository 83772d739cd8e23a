@Suite("Language tags") struct LanguageTagTests {
    @Test(
        "Every form of a tag is read and kept in one form",
        arguments: [
            ("fr", "fr"), ("FR-fr", "fr-FR"), ("fr_FR", "fr-FR"), ("fr-FR@rg=chzzzz", "fr-FR"),
            ("fr_CH@calendar=gregorian;rg=frzzzz", "fr-CH"), ("fr_FR.UTF-8", "fr-FR"), ("pt_BR", "pt-BR"),
            ("zh_TW", "zh-TW"), ("ZH-hANT-hk", "zh-Hant-HK"), ("zh-Hans_CN", "zh-Hans-CN"), ("es-419", "es-419"),
            ("de-CH-1901", "de-CH-1901"), ("sl-ROZAJ-biske", "sl-rozaj-biske"), ("en-US-posix", "en-US-posix"),
            // Subtags and tags with another one in their place.
            ("iw", "he"), ("iw_IL", "he-IL"), ("in-ID", "id-ID"), ("ji", "yi"), ("tl", "fil"), ("sh", "sr-Latn"),
            ("mo-MD", "ro-MD"), ("zh-yue-HK", "yue-HK"), ("zh-cmn-Hans-CN", "zh-Hans-CN"), ("i-klingon", "tlh"),
            ("no-nyn", "nn"), ("en-UK", "en-GB"), ("sr-YU", "sr-RS"),
            // Extensions only affect formats such as numbers. A private use subtag may have texts of its own.
            ("fr-FR-u-rg-chzzzz", "fr-FR"), ("fr-u-ca-gregory-x-formal", "fr-x-formal"), ("x-pirate", "x-pirate"),
        ])
    func forms(_ written: String, _ tag: String) {
        #expect(LanguageTag(written)?.text == tag)
        #expect(LanguageTag(tag)?.text == tag)
    }

    @Test(
        "Other text is not a tag",
        arguments: [
            "", "f", "*", "fr FR", "fr-", "-fr", "fr--FR", "français", "fr-\u{301}", "123", "fr-FR-x", "fr-u",
            "\u{212A}o",
            "fr;q=1", "abcdefghi", "french", "engl-GB", "fr-FR-FR", String(repeating: "fr-", count: 30),
        ])
    func otherTexts(_ text: String) { #expect(LanguageTag(text) == nil) }

    @Test(
        "A tag finds the text that its readers can read",
        arguments: [
            ("zh-TW", ["en", "zh-Hans", "zh-Hant"], "zh-Hant"), ("zh-HK", ["en", "zh-Hans", "zh-Hant"], "zh-Hant"),
            ("zh-MO", ["zh-CN", "zh-TW", "zh-HK"], "zh-HK"), ("zh-CN", ["zh-Hant", "zh-Hans"], "zh-Hans"),
            ("zh", ["zh-Hant", "zh-Hans"], "zh-Hans"), ("zh-Hant-HK", ["zh", "zh-TW"], "zh-TW"),
            ("zh-TW", ["en", "zh-Hans"], "zh-Hans"), ("zh-Hant-TW", ["zh", "zh-Hant"], "zh-Hant"),
            ("sr-RS", ["sr-Latn", "sr-Cyrl"], "sr-Cyrl"), ("sr-ME", ["sr-Cyrl", "sr-Latn"], "sr-Latn"),
            ("sr", ["sr-Latn", "sr-Cyrl"], "sr-Cyrl"), ("sh", ["sr-Cyrl", "sr-Latn"], "sr-Latn"),
            ("uz-AF", ["uz", "uz-Arab"], "uz-Arab"), ("pa-PK", ["pa", "pa-Arab"], "pa-Arab"),
            ("az-IR", ["az-Latn", "az-Arab"], "az-Arab"), ("kk-CN", ["kk", "kk-Arab"], "kk-Arab"),
            ("nb-NO", ["en", "no"], "no"), ("no", ["nn", "nb"], "nb"), ("nn-NO", ["en", "no"], "no"),
            ("fr-CA", ["fr-FR", "fr"], "fr"), ("fr-CA", ["fr", "fr-CA"], "fr-CA"), ("fr", ["fr-CA", "fr-FR"], "fr-FR"),
            ("pt", ["pt-PT", "pt-BR"], "pt-BR"), ("pt-AO", ["pt-BR", "pt-PT"], "pt-PT"),
            ("en", ["en-GB", "en-US"], "en-US"),
            ("es-MX", ["es", "es-419"], "es-419"), ("es-ES", ["es-419", "es"], "es"),
            ("de-CH-1901", ["de", "de-CH"], "de-CH"), ("fr-x-formal", ["fr", "fr-x-formal"], "fr-x-formal"),
            ("iw", ["en", "he"], "he"), ("de", ["en", "fr"], nil), ("x-pirate", ["en", "x-pirate"], "x-pirate"),
        ] as [(String, [String], String?)])
    func texts(_ language: String, _ offered: [String], _ expected: String?) throws {
        let tags = try offered.map { try #require(LanguageTag($0)) }
        let best = LanguageTag.best(of: tags, for: [try #require(LanguageTag(language))])
        #expect(best.map { offered[$0] } == expected)
    }

    @Test("The first tag of a list that has a text counts")
    func lists() throws {
        let list = LanguageTag.list("br, fr_FR,*,en")
        #expect(list.map(\.text) == ["br", "fr-FR", "en"] && list.text == "br, fr-FR, en")
        let offered = LanguageTag.list("en, fr")
        #expect(LanguageTag.best(of: offered, for: list) == 1)
        #expect(LanguageTag.list(nil).isEmpty && LanguageTag.list("").text == nil)
    }

    @Test(
        "A tag belongs to the tags that begin it",
        arguments: [
            ("zh-TW", "zh-Hant", true), ("zh-TW", "zh", true), ("zh-TW", "zh-Hans", false), ("zh-TW", "zh-HK", false),
            ("zh-Hant-TW", "zh-TW", true), ("zh-TW", "zh-Hant-TW", true), ("zh-Hans-TW", "zh-TW", false),
            ("sr", "sr-Cyrl", true), ("fr-CA", "fr", true), ("fr", "fr-CA", false), ("nb-NO", "no", true),
            ("nb-NO", "no-NO", true), ("frr", "fr", false), ("no", "nb", true),
        ])
    func ranges(_ tag: String, _ range: String, _ isOf: Bool) throws {
        #expect(try #require(LanguageTag(tag)).ranges.contains(try #require(LanguageTag(range)).text) == isOf)
    }
}
