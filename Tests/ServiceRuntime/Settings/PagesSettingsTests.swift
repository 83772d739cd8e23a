@testable import ServiceRuntime

@Suite("Settings: the pages for people") struct PagesSettingsTests {
    @Test(
        "Messages link to this server's page if its address is known and no other page is set",
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
        "A mail with a code links to this server's page if its address is known and no other page is set",
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

@Suite("Settings: passkeys") struct PasskeySettingsTests {
    private func load(_ domain: String?, _ origins: String? = nil) -> Settings.Loaded {
        var environment: [String: String] = [:]
        environment["BALISE_PASSKEYS_RP_ID"] = domain
        environment["BALISE_PASSKEYS_ORIGINS"] = origins
        return Settings.load(.balise, [], environment)
    }

    @Test("They are off without a domain, and require a PIN, a finger or a face by default")
    func standard() {
        #expect(load(nil).settings.passkeys.relyingParty == nil)
        let loaded = load("example.org")
        #expect(loaded.problems.isEmpty && loaded.settings.passkeys.relyingParty == "example.org")
        #expect(loaded.settings.passkeys.origins.isEmpty && loaded.settings.passkeys.requiresVerification)
    }

    @Test(
        "Origins are on the domain or below it",
        arguments: [
            ("example.org", "https://example.org"), ("example.org", "https://a.b.example.org:8443"),
            ("localhost", "http://localhost:3000"), ("example.org", "https://a.example.org,https://example.org"),
        ])
    func origins(_ domain: String, _ origins: String) {
        #expect(load(domain, origins).problems.isEmpty)
    }

    @Test(
        "An origin or a domain without passkeys is an error",
        arguments: [
            ("example.org", "https://example.com"), ("example.org", "https://evilexample.org"),
            ("a.example.org", "https://example.org"), (nil, "https://example.org"), ("https://example.org", nil),
            ("Example.org", nil), ("org", nil), ("127.0.0.1:80", nil), ("example.org", "example.org"),
        ] as [(String?, String?)])
    func misfits(_ domain: String?, _ origins: String?) {
        #expect(!load(domain, origins).problems.isEmpty)
    }
}

@Suite("Settings: the issuer of Balise's tokens") struct TokenIssuerTests {
    private func problems(_ issuer: String, _ address: String?) -> [String] {
        var environment = ["BALISE_SESSIONS_ISSUER": issuer]
        environment["BALISE_HTTP_PUBLIC_URL"] = address
        do throws(SettingsError) {
            _ = try Settings.load(arguments: [], environment: environment)
            return []
        } catch { return error.problems.map(\.message) }
    }

    @Test(
        "is a word, or the address of the edge",
        arguments: [
            ("balise", nil), ("balise", "https://balise.example"), ("https://balise.example", nil),
            ("https://balise.example", "https://balise.example"), ("https://balise.example/", "https://balise.example"),
            ("https://balise.example", "https://balise.example/"),
            ("https://balise.example/at", "https://balise.example/at"),
        ] as [(String, String?)])
    func good(_ issuer: String, _ address: String?) {
        #expect(problems(issuer, address) == [])
    }

    @Test(
        "is no other address, because clients refuse metadata with another issuer",
        arguments: [
            ("https://tokens.example", "https://balise.example"), ("http://balise.example", "https://balise.example"),
            ("https://balise.example/at", "https://balise.example"),
        ])
    func bad(_ issuer: String, _ address: String) {
        #expect(
            problems(issuer, address) == [
                "sessions.issuer: \(issuer) is another address than http.publicUrl (\(address)), and clients refuse metadata "
                    + "that name another issuer than the one they asked; set it to \(address), or to a word that is no "
                    + "address."
            ])
    }
}

@Suite("Ranges of IP addresses") struct IPAddressRangeTests {
    @Test(
        "An address is in a range if it has its prefix",
        arguments: [
            ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false), ("10.0.0.0/8", "10.255.1.2", true),
            ("10.0.0.0/8", "11.0.0.0", false), ("192.168.4.0/22", "192.168.7.255", true),
            ("192.168.4.0/22", "192.168.8.0", false), ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "::1", false),
            ("fd00::/8", "fdff::1", true), ("fd00::/8", "fe00::1", false), ("::1", "0:0:0:0:0:0:0:1", true),
            ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("10.0.0.0/8", "not an address", false),
        ])
    func contains(_ range: String, _ address: String, _ expected: Bool) throws {
        let range = try #require(IPAddressRange(range))
        #expect(range.contains(address) == expected)
    }

    @Test(
        "An invalid range is refused",
        arguments: [
            "", "10", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "/8", "fd00::/129", "a.example", "10.0.0.0/8/8",
        ])
    func malformed(_ text: String) {
        #expect(IPAddressRange(text) == nil)
    }
}
