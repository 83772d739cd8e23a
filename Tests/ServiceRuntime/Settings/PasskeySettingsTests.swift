@testable import ServiceRuntime

@Suite("Settings: passkeys") struct PasskeySettingsTests {
    private func load(_ domain: String?, _ origins: String? = nil) -> Settings.Loaded {
        var environment: [String: String] = [:]
        environment["BALISE_PASSKEYS_RP_ID"] = domain
        environment["BALISE_PASSKEYS_ORIGINS"] = origins
        return Settings.load(.balise, [], environment)
    }

    @Test("There are none without a domain, and then they ask for a PIN, a finger or a face")
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
        "What no passkey could be made for is a problem",
        arguments: [
            ("example.org", "https://example.com"), ("example.org", "https://evilexample.org"),
            ("a.example.org", "https://example.org"), (nil, "https://example.org"), ("https://example.org", nil),
            ("Example.org", nil), ("org", nil), ("127.0.0.1:80", nil), ("example.org", "example.org"),
        ] as [(String?, String?)])
    func misfits(_ domain: String?, _ origins: String?) {
        #expect(!load(domain, origins).problems.isEmpty)
    }
}
