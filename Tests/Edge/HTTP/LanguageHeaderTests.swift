@testable import Edge

@Suite("The languages of a request") struct LanguageHeaderTests {
    private func headers(_ fields: (String, String)...) throws -> RequestHeaders {
        var list = HTTPFields()
        for (name, value) in fields { list.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value)) }
        return RequestHeaders(list, ClientHeaderNames(prefix: "X-Meeshy-"))
    }

    @Test(
        "Languages are in the order of their weights",
        arguments: [
            ("en;q=0.5 , fr;q=0.9", ["fr", "en"]), ("en;Q=0.1, fr;q=0.9", ["fr", "en"]),
            ("br, fr;q=0.9", ["br", "fr"]),
            ("fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5", ["fr-CH", "fr", "en"]), ("en, fr", ["en", "fr"]),
            ("en ; q=0.2,\tfr ;\tq=0.3", ["fr", "en"]), ("en;q=0, fr;q=0.000", []), ("en;q=1.5, fr;q=x, de", ["de"]),
            ("zh_TW, iw;q=0.5", ["zh-TW", "he"]), ("", []), (",;,", []),
        ])
    func weights(_ field: String, _ tags: [String]) throws {
        #expect(try headers(("Accept-Language", field)).languages.map(\.text) == tags)
    }

    @Test("The edge reads the languages of all header fields")
    func severalFields() throws {
        let headers = try headers(("Accept-Language", "en;q=0.5"), ("accept-language", "fr"))
        #expect(headers.languages.map(\.text) == ["fr", "en"])
    }

    @Test(
        "The edge normalizes the language that an app sends",
        arguments: [
            ("fr_FR", "fr-FR"), ("fr-FR@rg=chzzzz", "fr-FR"), ("fr-FR@calendar=gregorian", "fr-FR"), ("pt_BR", "pt-BR"),
            ("iw", "he"), ("Frenchman's own words", nil),
        ] as [(String, String?)])
    func ofTheApp(_ said: String, _ tag: String?) throws {
        #expect(try headers(("X-Meeshy-Locale", said)).client.locale == tag)
    }
}
