@testable import Edge

@Suite("The tiles of the console's map", .timeLimit(.minutes(10))) struct ConsoleTileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func tiles(_ sample: SampleArchive = .world) throws -> MapTiles {
        MapTiles(.archive(try sample.open(in: folder)), attribution: "those who draw")
    }

    @Test("Tiles of an archive come from the edge, and the policy allows no other origin")
    func archive() async throws {
        try await withConsole(ScriptedServices(), tiles: try tiles()) { edge in
            let cookie = try await edge.cookie()
            let policy = try await edge.request("GET", "/console").header("Content-Security-Policy")
            #expect(policy?.contains("img-src 'self';") == true && policy?.contains("://") == false)
            let described = try await edge.callFromConsole("GET", "/console/tiles", cookie: cookie)
            let address = #""address":"/console/tiles/{z}/{x}/{y}""#
            #expect(described.body == #"{\#(address),"minimumZoom":0,"maximumZoom":3,"attribution":"those who draw"}"#)
            let tile = try await edge.request("GET", "/console/tiles/0/0/0", headers: [("Cookie", cookie)])
            #expect(tile.status == 200 && tile.body == "world" && tile.header("Content-Type") == "image/png")
            #expect(tile.header("Cache-Control") == "no-store" && tile.header("X-Content-Type-Options") == "nosniff")
            #expect(tile.header("Cross-Origin-Resource-Policy") == "same-origin")
        }
    }

    @Test("A tile has the media type of the archive", arguments: [(2, "png"), (3, "jpeg"), (4, "webp"), (5, "avif")])
    func mediaTypes(_ code: UInt8, _ name: String) async throws {
        var sample = SampleArchive.world
        sample.type = code
        try await withConsole(ScriptedServices(), tiles: try tiles(sample)) { edge in
            let cookie = try await edge.cookie(with: ("X-API-Key", "bk_view"))
            let tile = try await edge.request("GET", "/console/tiles/0/0/0", headers: [("Cookie", cookie)])
            #expect(tile.status == 200 && tile.header("Content-Type") == "image/\(name)")
        }
    }

    @Test(
        "A missing tile is answered 204, and an impossible one 404",
        arguments: [
            ("1/0/0", 204), ("3/7/7", 204), ("4/0/0", 204), ("30/0/0", 204), ("1/2/0", 404), ("31/0/0", 404),
            ("0/0/0.png", 404), ("-1/0/0", 404), ("0/0/%30", 404), ("a/b/c", 404), ("0/0", 404),
        ])
    func missing(_ path: String, _ status: Int) async throws {
        try await withConsole(ScriptedServices(), tiles: try tiles()) { edge in
            let cookie = try await edge.cookie()
            let answer = try await edge.request("GET", "/console/tiles/\(path)", headers: [("Cookie", cookie)])
            #expect(answer.status == status && (status == 404 || answer.body.isEmpty))
        }
    }

    @Test("Only the console's page with a session gets tiles")
    func strangers() async throws {
        try await withConsole(ScriptedServices(), tiles: try tiles()) { edge in
            let cookie = ("Cookie", try await edge.cookie())
            let (site, origin) = ("Sec-Fetch-Site", "Origin")
            let cases: [([(String, String)], Int)] = [
                ([], 401), ([("Cookie", "balise-console=nonsense")], 401), ([RunningEdge.token], 401),
                ([cookie], 200), ([cookie, (site, "same-origin")], 200), ([cookie, (origin, edge.origin)], 200),
                ([cookie, (site, "same-site")], 403), ([cookie, (site, "cross-site")], 403),
                ([cookie, (site, "none")], 403), ([cookie, (origin, "http://evil.example")], 403),
                ([cookie, (origin, "null")], 403),
                ([(site, "cross-site")], 403),
            ]
            for (headers, status) in cases {
                let answer = try await edge.request("GET", "/console/tiles/0/0/0", headers: headers)
                #expect(answer.status == status, "\(headers)")
                #expect(answer.header("Cross-Origin-Resource-Policy") == "same-origin", "\(headers)")
            }
            let described = try await edge.request("GET", "/console/tiles", headers: [cookie])
            #expect(described.status == 403, "what is no picture wants the header field of the page")
            #expect(try await edge.callFromConsole("GET", "/console/tiles").status == 401)
        }
    }

    @Test("A revoked key ends the access to tiles")
    func revoked() async throws {
        let key = RevocableAccess()
        try await withConsole(ScriptedServices(), tiles: try tiles(), access: key.access) { edge in
            let cookie = try await edge.cookie(with: ("X-API-Key", "bk_view"))
            #expect(try await edge.request("GET", "/console/tiles/0/0/0", headers: [("Cookie", cookie)]).status == 200)
            key.isRevoked.withLock { $0 = true }
            #expect(try await edge.request("GET", "/console/tiles/0/0/0", headers: [("Cookie", cookie)]).status == 401)
            #expect(try await edge.callFromConsole("GET", "/console/tiles", cookie: cookie).status == 401)
            key.isRevoked.withLock { $0 = false }
            #expect(try await edge.request("GET", "/console/tiles/0/0/0", headers: [("Cookie", cookie)]).status == 401)
        }
    }

    @Test("An unreadable tile is answered 500 without details")
    func damaged() async throws {
        var sample = SampleArchive.world
        sample.tileCompression = 2
        try await withConsole(ScriptedServices(), tiles: try tiles(sample)) { edge in
            let cookie = try await edge.cookie()
            let answer = try await edge.request("GET", "/console/tiles/0/0/0", headers: [("Cookie", cookie)])
            #expect(answer.status == 500 && !answer.body.contains("unpacked"))
        }
    }

    @Test("The console names the tile server of the setting, or offers OpenStreetMap's", arguments: [true, false])
    func server(_ isSet: Bool) async throws {
        let address = "https://tiles.example/{z}/{x}/{y}.png?key=a"
        let environment = isSet ? ["BALISE_CONSOLE_TILES": address] : [:]
        let tiles = try MapTiles(Settings.load(arguments: [], environment: environment).console)
        try await withConsole(ScriptedServices(), tiles: tiles) { edge in
            let cookie = try await edge.cookie()
            let described = try await edge.callFromConsole("GET", "/console/tiles", cookie: cookie)
            let offered =
                #"{"address":"https://tile.openstreetmap.org/{z}/{x}/{y}.png","attribution":"© OpenStreetMap contributors","#
                + #""isOffered":true}"#
            #expect(described.body == (isSet ? #"{"address":"\#(address)"}"# : offered))
            try await edge.request("GET", "/console/tiles/0/0/0", headers: [("Cookie", cookie)]).expect(404)
        }
    }

    @Test("The program does not start with an archive that has no pictures, and names the file")
    func refused() throws {
        var sample = SampleArchive.world
        sample.type = 1
        let file = folder.url.appendingPathComponent("streets.pmtiles")
        try Data(sample.bytes).write(to: file)
        let settings = try Settings.load(arguments: [], environment: ["BALISE_CONSOLE_TILES_FILE": file.path])
        #expect { try MapTiles(settings.console) } throws: { error in
            guard case StartError.settings(let text)? = error as? StartError else { return false }
            return text.contains("console.tilesFile: ") && text.contains("streets.pmtiles has vector tiles (MVT)")
        }
    }
}
