@testable import ServiceRuntime

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

    @Test("are off by default")
    func none() throws {
        let settings = try Settings.load(arguments: [], environment: [:]).console
        #expect(settings.tiles == nil && settings.tilesAttribution == nil)
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
