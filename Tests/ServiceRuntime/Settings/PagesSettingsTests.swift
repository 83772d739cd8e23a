@Suite("Settings: the pages for people") struct PagesSettingsTests {
    @Test(
        "Messages lead to the page of this server where its address is known and nothing else is set",
        arguments: [
            (nil, nil, nil), (nil, "https://balise.example", "https://balise.example/account/reset?token={token}"),
            (nil, "https://balise.example/", "https://balise.example/account/reset?token={token}"),
            ("myapp://reset/{token}", "https://balise.example", "myapp://reset/{token}"),
            ("myapp://reset/{token}", nil, "myapp://reset/{token}"),
        ] as [(String?, String?, String?)])
    func resetLink(_ set: String?, _ address: String?, _ link: String?) throws {
        var environment: [String: String] = [:]
        environment["BALISE_MESSAGES_RESET_LINK"] = set
        environment["BALISE_HTTP_PUBLIC_URL"] = address
        #expect(try Settings.load(arguments: [], environment: environment).messages.resetLink == link)
    }

    @Test(
        "A mail with a code leads to the page of this server where its address is known and nothing else is set",
        arguments: [
            (nil, nil, nil), (nil, "https://balise.example/", "https://balise.example/account/code"),
            ("myapp://c/{token}?to={address}", nil, nil),
        ] as [(String?, String?, String?)])
    func codeLink(_ set: String?, _ address: String?, _ own: String?) throws {
        var environment: [String: String] = [:]
        environment["BALISE_MESSAGES_CODE_LINK"] = set
        environment["BALISE_HTTP_PUBLIC_URL"] = address
        let messages = try Settings.load(arguments: [], environment: environment).messages
        #expect(messages.codeLink == set && messages.ownCodePage == own)
    }

    @Test(
        "The server's name and its operator's are one line each",
        arguments: ["a\nb", String(repeating: "a", count: 201)])
    func lines(_ text: String) {
        for name in ["BALISE_PAGES_NAME", "BALISE_PAGES_OPERATED_BY"] {
            #expect(throws: SettingsError.self) { try Settings.load(arguments: [], environment: [name: text]) }
        }
    }
}
