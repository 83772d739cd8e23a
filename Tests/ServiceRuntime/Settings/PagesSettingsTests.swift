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
    func origins(_ domain: String, _ origins: String) { #expect(load(domain, origins).problems.isEmpty) }

    @Test(
        "An origin or a domain without passkeys is an error",
        arguments: [
            ("example.org", "https://example.com"), ("example.org", "https://evilexample.org"),
            ("a.example.org", "https://example.org"), (nil, "https://example.org"), ("https://example.org", nil),
            ("Example.org", nil), ("org", nil), ("127.0.0.1:80", nil), ("example.org", "example.org"),
        ] as [(String?, String?)])
    func misfits(_ domain: String?, _ origins: String?) { #expect(!load(domain, origins).problems.isEmpty) }
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
    func good(_ issuer: String, _ address: String?) { #expect(problems(issuer, address) == []) }

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
    func malformed(_ text: String) { #expect(IPAddressRange(text) == nil) }
}

@Suite("Settings: the tiles of the map") struct ConsoleSettingsTests {
    private func load(_ tiles: String, _ attribution: String? = nil) throws -> ConsoleSettings {
        var environment = ["BALISE_CONSOLE_TILES": tiles]
        environment["BALISE_CONSOLE_TILES_ATTRIBUTION"] = attribution
        return try Settings.load(arguments: [], environment: environment).console
    }

    @Test(
        "have an address of https, or of http on this machine, with one origin",
        arguments: [
            ("https://tiles.example/{z}/{x}/{y}.png", "https://tiles.example"),
            ("HTTPS://Tiles.Example:8443/a/{x}/{y}/{z}?key=b&size=1", "https://tiles.example:8443"),
            ("https://tiles.example?z={z}&x={x}&y={y}", "https://tiles.example"),
            ("http://localhost:8090/{z}/{x}/{y}.png", "http://localhost:8090"),
            ("http://127.0.0.1/{z}/{x}/{y}.png", "http://127.0.0.1"),
        ])
    func address(_ text: String, _ origin: String) throws {
        let settings = try load(text, "© those who draw")
        #expect(settings.tiles?.template == text && settings.tiles?.origin == origin)
        #expect(settings.tilesAttribution == "© those who draw")
    }

    @Test(
        "cannot inject into the policy, and errors say what is wrong",
        arguments: [
            ("http://tiles.example/{z}/{x}/{y}.png", "write https://"),
            ("http://127.0.0.1.example/{z}/{x}/{y}.png", "write https://"),
            ("http://[::1]/{z}/{x}/{y}.png", "has no host name"), ("ftp://tiles.example/{z}/{x}/{y}", "https://"),
            ("//tiles.example/{z}/{x}/{y}", "https://"), ("https:tiles.example/{z}/{x}/{y}", "https://"),
            ("https:///{z}/{x}/{y}", "has no host name"), ("https://*.example/{z}/{x}/{y}", "has no host name"),
            ("https://*/{z}/{x}/{y}", "has no host name"), ("https://{s}.example/{z}/{x}/{y}", "has no host name"),
            ("https://a:b@tiles.example/{z}/{x}/{y}", "has no port"),
            ("https://a@tiles.example/{z}/{x}/{y}", "has no host name"),
            ("https://tiles.example:/{z}/{x}/{y}", "has no port"),
            ("https://tiles.example:+1/{z}/{x}/{y}", "has no port"),
            ("https://tiles.example:65536/{z}/{x}/{y}", "has no port"),
            ("https://tiles..example/{z}/{x}/{y}", "has no host name"),
            ("https://tiles.example;script-src/{z}/{x}/{y}", "holds a space"),
            ("https://tiles.example https://evil.example/{z}/{x}/{y}", "holds a space"),
            ("https://tiles.example,evil/{z}/{x}/{y}", "holds a space"),
            ("https://t.example/'/{z}/{x}/{y}", "holds a space"), ("https://t.example/\"/{z}/{x}/{y}", "holds a space"),
            ("https://t.example/\n/{z}/{x}/{y}", "holds a space"), ("https://t\u{e9}.example/{z}/{x}/{y}", "not ASCII"),
            ("https://t.example\\evil/{z}/{x}/{y}", "holds a space"),
            ("https://tiles.example/{z}/{x}.png", "once each"), ("https://tiles.example/{z}/{x}/{y}/{y}", "once each"),
            ("https://tiles.example", "once each"), ("https://tiles.example/{z}/{x}/{y}/{r}", "is not {z}, {x} or {y}"),
        ])
    func wrong(_ text: String, _ reason: String) throws {
        let loaded = Settings.load(.balise, [], ["BALISE_CONSOLE_TILES": text])
        let messages = loaded.problems.map(\.message)
        #expect(messages.count == 1 && messages.allSatisfy { $0.contains(reason) }, "\(text): \(messages)")
        #expect(messages.allSatisfy { $0.contains("an address such as https://tiles.example/{z}/{x}/{y}.png") })
    }

    @Test("are required for an attribution")
    func attribution() {
        let loaded = Settings.load(.balise, [], ["BALISE_CONSOLE_TILES_ATTRIBUTION": "somebody"])
        #expect(loaded.problems.map(\.message).joined().contains("also set console.tiles"))
    }

    @Test("can be in a file on this machine, with an attribution")
    func file() throws {
        let settings = try Settings.load(
            arguments: [],
            environment: [
                "BALISE_CONSOLE_TILES_FILE": "/srv/map.pmtiles", "BALISE_CONSOLE_TILES_ATTRIBUTION": "somebody",
            ]
        ).console
        #expect(settings.tilesFile?.path == "/srv/map.pmtiles" && settings.tiles == nil)
        #expect(settings.tilesAttribution == "somebody")
    }

    @Test("are from a server or from a file, not both")
    func both() {
        let loaded = Settings.load(
            .balise, [],
            [
                "BALISE_CONSOLE_TILES_FILE": "/srv/map.pmtiles",
                "BALISE_CONSOLE_TILES": "https://tiles.example/{z}/{x}/{y}.png",
            ])
        let messages = loaded.problems.map(\.message)
        #expect(messages.count == 1 && messages.joined().contains("set the one that the map is to show"))
    }
}

@Suite("Settings: TLS of the edge's ports") struct TLSSettingsTests {
    private let both = ["TLS_CERTIFICATE": "/etc/balise/server.pem", "TLS_KEY": "/etc/balise/server.key"]

    private func load(_ section: String, _ settings: [String: String]) -> Settings.Loaded {
        Settings.load(
            .balise, [],
            Dictionary(uniqueKeysWithValues: settings.map { ("BALISE_\(section)_\($0.key)", $0.value) }))
    }

    @Test("The certificate and its key are files, and browsers stay with https for a year")
    func files() throws {
        let settings = try Settings.load(
            arguments: [],
            environment: [
                "BALISE_HTTP_TLS_CERTIFICATE": "/etc/balise/server.pem",
                "BALISE_HTTP_TLS_KEY": "/etc/balise/server.key",
                "BALISE_HTTP_REDIRECT_PORT": "8079", "BALISE_HTTP_PUBLIC_URL": "https://balise.example",
            ]
        ).http
        let certificate = URL(fileURLWithPath: "/etc/balise/server.pem")
        let key = URL(fileURLWithPath: "/etc/balise/server.key")
        #expect(settings.tls == TLSSettings("http.tls", certificate: certificate, key: key))
        #expect(settings.tls?.hsts == .seconds(365 * 86_400) && settings.redirectPort == 8079)
        #expect(Settings().http.tls == nil && Settings().console.tls == nil)
    }

    @Test(
        "What contradicts TLS is refused with the remedy",
        arguments: [
            ("HTTP", ["TLS_KEY": nil], "http.tls.certificate and http.tls.key come together; set both."),
            ("HTTP", ["TLS_CERTIFICATE": nil], "http.tls.certificate and http.tls.key come together; set both."),
            ("HTTP", ["PUBLIC_URL": "http://balise.example"], "correct the address."),
            (
                "HTTP", ["TLS_CERTIFICATE": nil, "TLS_KEY": nil, "REDIRECT_PORT": "80"],
                "also set http.tls.certificate and http.tls.key."
            ),
            ("HTTP", ["REDIRECT_PORT": "80"], "also set http.publicUrl."),
            ("CONSOLE", ["PUBLIC_URL": "https://console.example"], "console.port and console.publicUrl; set both."),
            ("CONSOLE", ["PORT": "8082"], "console.port and console.publicUrl; set both."),
        ] as [(String, [String: String?], String)])
    func contradictions(_ section: String, _ changes: [String: String?], _ remedy: String) {
        var settings = both
        for (name, value) in changes { settings[name] = value }
        let messages = load(section, settings).problems.map(\.message)
        #expect(messages.count == 1 && messages.joined().hasSuffix(remedy), "\(messages)")
    }
}

@Suite("Settings: how push devices are reached") struct PushSettingsTests {
    private static let folder = "/etc/balise"

    /// The blocks of YAML in docs/reference/notifications.md, in their order.
    private static func examples() throws -> [String] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appendingPathComponent("docs/reference/notifications.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        return page.components(separatedBy: "```yaml\n").dropFirst().map {
            $0.components(separatedBy: "```").first ?? ""
        }
    }

    private func load(_ yaml: String) throws -> Settings.Loaded {
        let folder = try TemporaryFolder()
        let secret = String(repeating: "0", count: 200)
        let key = try folder.write(secret, to: "AuthKey_KEY1234567.p8")
        _ = try folder.write(secret, to: "service-account.json")
        let home = URL(fileURLWithPath: key).deletingLastPathComponent().path
        let path = try folder.write(yaml.replacingOccurrences(of: Self.folder, with: home), to: "balise.yaml")
        return withExtendedLifetime(folder) { Settings.load(.balise, ["--config", path], [:]) }
    }

    @Test("The documented file is valid, with the key in a file or inside", arguments: [false, true])
    func documented(isInside: Bool) throws {
        let examples = try Self.examples()
        try #require(examples.count == 1)
        let line = "    keyFile: /etc/balise/AuthKey_KEY1234567.p8\n"
        let pem = ["-----BEGIN PRIVATE KEY-----", String(repeating: "0", count: 200), "-----END PRIVATE KEY-----"]
        let inside = "    key: |\n" + pem.map { "      \($0)\n" }.joined()
        let loaded = try load(isInside ? examples[0].replacing(line, with: inside) : examples[0])
        #expect(loaded.problems.isEmpty, "\(loaded.problems)")
        let push = loaded.settings.push
        guard case .key(let team, let id, let key) = push.apns.credential else {
            Issue.record("no key for APNs")
            return
        }
        #expect(team == "TEAM123456" && id == "KEY1234567" && push.apns.topic == "com.example.app")
        #expect(!push.apns.isStoodIn && key.value.hasPrefix("-----BEGIN") == isInside)
        #expect(push.fcm.serviceAccount != nil)
        #expect(push.texts[.french]?.offer.title == "Nouvelle offre près de chez vous")
    }

    @Test("Kinds have their own caps, and unknown kinds are reported")
    func caps() {
        func load(_ caps: String) -> Settings.Loaded {
            Settings.load(
                .balise, [],
                ["BALISE_PUSH_KINDS": "news,a:b", "BALISE_PUSH_KIND_CAPS": caps, "BALISE_PUSH_CAP_WINDOW": "1h"])
        }
        let loaded = load("news:3,a:b:2,OFFER:1")
        #expect(loaded.problems.isEmpty, "\(loaded.problems)")
        let settings = loaded.settings.notifications
        #expect(["news", "a:b", "OFFER", "EVENT"].map { settings.kinds[$0]?.cap } == [3, 2, 1, nil])
        #expect(settings.caps.window == .seconds(3600) && settings.caps.general == nil)
        for wrong in ["none:3", "news:0", "news", ":3", "news:3,news:4", "news:1001"] {
            #expect(!load(wrong).problems.isEmpty, "\(wrong)")
        }
    }

    @Test("Digests contain the named kinds, with the app's texts by language")
    func digests() {
        func load(_ more: [String: String]) -> Settings.Loaded {
            Settings.load(.balise, [], ["BALISE_PUSH_KINDS": "news,a:b"].merging(more) { $1 })
        }
        let none = load([:]).settings
        #expect(none.notifications.kinds.all.allSatisfy { !$0.isDigested })
        #expect(none.push.digests[.french]?.title == "Nouvelles notifications : {count}")
        #expect(none.push.digests[.french]?.kindNames["OFFER"] == "Offres" && none.push.digestLink == nil)
        let loaded = load([
            "BALISE_PUSH_DIGEST_KINDS": "news,OFFER", "BALISE_PUSH_DIGEST_LINK": "app://inbox",
            "BALISE_PUSH_TEXTS_DIGEST_BODY": "{count}: {kinds}", "BALISE_PUSH_TEXTS_FR_DIGEST_TITLE": "Pendant la nuit",
            "BALISE_PUSH_TEXTS_KIND_NAMES": "news=News, a:b=Both", "BALISE_PUSH_TEXTS_FR_KIND_NAMES": "news=Infos",
        ])
        #expect(loaded.problems.isEmpty, "\(loaded.problems)")
        let (kinds, push) = (loaded.settings.notifications.kinds, loaded.settings.push)
        #expect(["news", "a:b", "OFFER", "EVENT"].map { kinds[$0]?.isDigested } == [true, false, true, false])
        let (english, french) = (push.digests[.english], push.digests[.french])
        #expect(english?.title == "New notifications: {count}" && french?.title == "Pendant la nuit")
        #expect(english?.body == "{count}: {kinds}" && french?.body == "{count}: {kinds}")
        #expect(english?.kindNames["news"] == "News" && french?.kindNames["news"] == "Infos")
        #expect(french?.kindNames["a:b"] == "Both" && push.digestLink == "app://inbox")
        for wrong in [
            ["BALISE_PUSH_DIGEST_KINDS": "none-such"], ["BALISE_PUSH_DIGEST_LINK": "inbox"],
            ["BALISE_PUSH_DIGEST_LINK": "javascript:1"], ["BALISE_PUSH_TEXTS_DIGEST_TITLE": "{name}"],
            ["BALISE_PUSH_TEXTS_EN_DIGEST_BODY": "{kinds"], ["BALISE_PUSH_TEXTS_KIND_NAMES": "news"],
            ["BALISE_PUSH_TEXTS_EN_DIGEST_TITLE": String(repeating: "t", count: 501)],
        ] { #expect(!load(wrong).problems.isEmpty, "\(wrong)") }
    }

    @Test("The sandbox can have its own key, by default of the same team")
    func sandbox() {
        let key = String(repeating: "k", count: 100)
        let common = [
            "BALISE_PUSH_APNS_TEAM_ID": "TEAM", "BALISE_PUSH_APNS_KEY_ID": "ONE", "BALISE_PUSH_APNS_KEY": key,
            "BALISE_PUSH_APNS_TOPIC": "com.example.app",
        ]
        #expect(Settings.load(.balise, [], common).settings.push.apns.sandboxCredential == nil)
        let own = common.merging(["BALISE_PUSH_APNS_SANDBOX_KEY_ID": "TWO", "BALISE_PUSH_APNS_SANDBOX_KEY": key]) { $1 }
        let loaded = Settings.load(.balise, [], own)
        #expect(loaded.problems.isEmpty, "\(loaded.problems)")
        guard case .key("TEAM", "TWO", _) = loaded.settings.push.apns.sandboxCredential,
            case .key("TEAM", "ONE", _) = loaded.settings.push.apns.credential
        else {
            Issue.record("each its own key")
            return
        }
        let half = common.merging(["BALISE_PUSH_APNS_SANDBOX_KEY_ID": "TWO"]) { $1 }
        #expect(Settings.load(.balise, [], half).problems.count == 1)
    }
}
