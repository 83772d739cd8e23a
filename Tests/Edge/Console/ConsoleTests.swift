@testable import Edge

@Suite("The console", .timeLimit(.minutes(10))) struct ConsoleTests {
    private let account = AccountID("0a")!

    @Test("The console makes the calls of the operations port with the session's credential")
    func calls() async throws {
        let services = ScriptedServices().answering(SetAccountStatus.self) { _ in Done() }
        try await withConsole(services) { edge in
            for credential in [
                RunningEdge.token, ("Authorization", "Bearer 0123456789abcdef"), ("X-API-Key", "bk_assist"),
            ] {
                let cookie = try await edge.cookie(with: credential)
                try await edge.callFromConsole(
                    "POST", "/console/api/accounts/\(account)/disable", cookie: cookie
                ).expect(204)
            }
        }
        let shown = services.shown.map {
            switch $0 {
            case .token(let token): token.value
            case .apiKey(let key): key.value
            case .passkey: "passkey"
            }
        }
        #expect(shown == [OperatorAccess.sampleToken, "0123456789abcdef", "bk_assist"])
    }

    @Test(
        "The console lets a browser do what the credential may do, and no more",
        arguments: [("view", "viewer", 403, 403), ("assist", "support", 204, 403), ("operate", "operator", 204, 200)])
    func roles(_ scope: String, _ role: String, _ disabling: Int, _ erasing: Int) async throws {
        let services = ScriptedServices().answering(SetAccountStatus.self) { _ in Done() }
        services.on(EraseAccount.self) { _ in EraseAccount.Reply() }
        services.on(ListAPIKeys.self) { _ in [] }
        try await withConsole(services) { edge in
            let cookie = try await edge.cookie(with: ("X-API-Key", "bk_\(scope)"))
            let session = try await edge.callFromConsole("GET", "/console/session", cookie: cookie)
            #expect(session.body.contains(#""role":"\#(role)""#))
            #expect(try await edge.callFromConsole("GET", "/console/api/api-keys", cookie: cookie).status == 200)
            let path = "/console/api/accounts/\(account)"
            #expect(try await edge.callFromConsole("POST", path + "/disable", cookie: cookie).status == disabling)
            #expect(try await edge.callFromConsole("DELETE", path, cookie: cookie).status == erasing)
        }
    }

    @Test("The console checks the key at each call, and a revoked key ends the session")
    func revoked() async throws {
        let key = RevocableAccess()
        let services = ScriptedServices().answering(ListAPIKeys.self) { _ in [] }
        try await withConsole(services, access: key.access) { edge in
            let cookie = try await edge.cookie(with: ("X-API-Key", "bk_view"))
            #expect(try await edge.callFromConsole("GET", "/console/api/api-keys", cookie: cookie).status == 200)
            key.isRevoked.withLock { $0 = true }
            #expect(try await edge.callFromConsole("GET", "/console/api/api-keys", cookie: cookie).status == 401)
            key.isRevoked.withLock { $0 = false }
            #expect(try await edge.callFromConsole("GET", "/console/api/api-keys", cookie: cookie).status == 401)
        }
    }

    @Test(
        "The console answers only under its own host names",
        arguments: [
            ("localhost:8081", nil, true), ("app.localhost", nil, true), ("127.0.0.1:8081", nil, true),
            ("[::1]:8081", nil, true),
            ("192.0.2.7", nil, true), ("evil.example:8081", nil, false), ("localhost.evil.example", nil, false),
            ("console.example", nil, false), ("console.example", "https://console.example", true),
            ("Console.Example:443", "https://console.example", true),
            ("evil.example", "https://console.example", false), ("127.0.0.1", "https://console.example", true),
        ] as [(String, String?, Bool)])
    func names(_ host: String, _ origin: String?, _ isOwn: Bool) async throws {
        try await withConsole(ScriptedServices(), origin: origin) { edge in
            for path in ["/console", "/console/session"] {
                let answer = try await withConnection(to: edge.port) { connection in
                    try await connection.write(
                        "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nX-Requested-With: BaliseConsole\r\n\r\n")
                    return try await connection.readResponse()
                }
                #expect((answer.status == 403) == !isOwn, "\(path): \(answer.status)")
                if !isOwn { #expect(answer.body.contains("console.publicUrl")) }
            }
        }
    }

    @Test("The console does nothing for other pages, although the browser sends the cookie")
    func foreign() async throws {
        let services = ScriptedServices()
        try await withConsole(services) { edge in
            let cookie = ("Cookie", try await edge.cookie())
            let marker = ("X-Requested-With", "BaliseConsole")
            let json = ("Content-Type", "application/json")
            let path = "/console/api/accounts/\(account)"
            let others: [[(String, String)]] = [
                [], [json], [json, ("Origin", edge.origin)], [json, marker],
                [marker, ("Origin", edge.origin), ("Content-Type", "text/plain")],
                [json, marker, ("Origin", "null")], [json, marker, ("Origin", "http://evil.example")],
                [json, marker, ("Origin", "http://localhost:1")],
            ]
            for headers in others {
                let status = try await edge.request("DELETE", path, headers: headers + [cookie]).status
                #expect(status == 403 || status == 415, "\(headers)")
            }
            let readers: [[(String, String)]] = [[], [marker, ("Origin", "http://evil.example")]]
            for headers in readers {
                #expect(try await edge.request("GET", path, headers: headers + [cookie]).status == 403)
            }
            // The cookie opens nothing outside the console.
            #expect(try await edge.request("GET", "/accounts/\(account)", headers: [marker, cookie]).status == 401)
            let preflight = try await edge.request(
                "OPTIONS", path,
                headers: [("Origin", "http://evil.example"), ("Access-Control-Request-Method", "DELETE")])
            #expect(preflight.header("Access-Control-Allow-Origin") == nil)
        }
        #expect(services.received(EraseAccount.self).isEmpty && services.received(FindAccount.self).isEmpty)
    }

    @Test("A session of the console cannot create another one", arguments: [true, false])
    func links(_ isFromConsole: Bool) async throws {
        try await withConsole(ScriptedServices()) { edge in
            let cookie = try await edge.cookie()
            let path = isFromConsole ? "/console/api/console-links" : "/console-links"
            let status = try await edge.callFromConsole("POST", path, cookie: cookie).status
            #expect(status == (isFromConsole ? 404 : 403))
        }
    }

    @Test("The console shows nothing without a session")
    func strangers() async throws {
        try await withConsole(ScriptedServices()) { edge in
            for route in ConsoleRoutes.all {
                guard case .operation = route.handler else { continue }
                let path = "/console" + route.path.replacing(#/\{\w+\}/#, with: "0a")
                for cookie in [nil, "balise-console=nonsense"] {
                    let answer = try await edge.callFromConsole(route.method.rawValue, path, cookie: cookie)
                    #expect(answer.status == 401, "\(route.method) \(path)")
                    #expect(answer.header("WWW-Authenticate") == nil)
                }
            }
        }
    }

    @Test("The console's page has a strict policy, and the language of the browser", arguments: ["en", "fr"])
    func page(_ language: String) async throws {
        let answer = try await withConsole(ScriptedServices()) { edge in
            try await edge.request("GET", "/console", headers: [("Accept-Language", language)])
        }
        #expect(answer.status == 200 && answer.body.contains(#"<html lang="\#(language)">"#))
        let policy = try #require(answer.header("Content-Security-Policy"))
        #expect(policy.contains("default-src 'none'; script-src 'self'; style-src 'self'"))
        #expect(!policy.contains("unsafe") && !policy.contains("http") && !policy.contains("*"))
        #expect(!answer.body.contains("style=") && !answer.body.contains("{{"))
        #expect(answer.body.matches(of: #/\son[a-z]+=|javascript:|<script(?![^>]+src=")/#).isEmpty)
    }

    @Test(
        "The policy allows pictures of the tile server only",
        arguments: [nil, "https://tiles.example:8443/a/{z}/{x}/{y}.png?key=b"])
    func tiles(_ address: String?) async throws {
        let environment = address.map { ["BALISE_CONSOLE_TILES": $0] } ?? [:]
        let tiles = try MapTiles(Settings.load(arguments: [], environment: environment).console)
        let (page, refused, file) = try await withConsole(ScriptedServices(), tiles: tiles) { edge in
            (
                try await edge.request("GET", "/console"), try await edge.request("GET", "/console/session"),
                try await edge.request("GET", "/console/files/map.js")
            )
        }
        let policy = try #require(page.header("Content-Security-Policy"))
        let origins = policy.matches(of: #/[a-z]+:\/\/[^ ;]+/#).map { String($0.0) }
        #expect(origins == (address == nil ? [] : ["https://tiles.example:8443"]))
        let images = address == nil ? "img-src 'self';" : "img-src 'self' https://tiles.example:8443;"
        #expect(policy.contains(images) && policy.contains("connect-src 'self';") && !policy.contains("*"))
        #expect(!page.body.contains("tiles.example"), "whoever is not signed in is not told of a key in the address")
        for other in [refused, file] { #expect(other.header("Content-Security-Policy")?.contains("tiles") != true) }
    }

    @Test(
        "The policy names OpenStreetMap only for a browser in which an operator wants its streets",
        arguments: [true, false])
    func offered(_ isOffered: Bool) async throws {
        let environment = ["BALISE_CONSOLE_OFFERS_TILES": "\(isOffered)"]
        let tiles = try MapTiles(Settings.load(arguments: [], environment: environment).console)
        try await withConsole(ScriptedServices(), tiles: tiles) { edge in
            for (cookie, isWanted) in [
                ("a=b; balise-streets=1", true), ("balise-streets=0", false), ("balise-streets=12", false),
            ] {
                let page = try await edge.request("GET", "/console", headers: [("Cookie", cookie)])
                let policy = try #require(page.header("Content-Security-Policy"))
                let other = isOffered && isWanted ? " https://tile.openstreetmap.org" : ""
                #expect(policy.contains("img-src 'self'\(other);"), "\(cookie)")
            }
        }
    }

    @Test("The console serves every file that its files name, and no other")
    func files() async throws {
        try await withConsole(ScriptedServices()) { edge in
            for (name, file) in EmbeddedDocument.console where name.hasSuffix(".js") {
                let script = String(buffer: file.content)
                for found in script.matches(of: #/(?:from |import |import\()"\.\/([\w.-]+)"/#) {
                    #expect(EmbeddedDocument.console[String(found.1)] != nil, "\(name): \(found.1)")
                }
                let status = try await edge.request("GET", "/console/files/\(name)").status
                #expect(status == 200)
            }
            for name in ["console.html", "nothing.js", "..%2Fopenapi.yaml"] {
                let status = try await edge.request("GET", "/console/files/\(name)").status
                #expect(status == 404)
            }
            // Without an icon a browser requests /favicon.ico, which counts as a refused credential.
            let page = try await edge.request("GET", "/console").body
            #expect(page.contains(#"<link rel="icon" href="/console/files/icon.svg">"#))
            let icon = try await edge.request("GET", "/console/files/icon.svg")
            #expect(icon.status == 200 && icon.header("Content-Type") == "image/svg+xml")
            for name in ["openapi.yaml", "openapi-operators.yaml"] {
                let document = try await edge.request("GET", "/console/files/\(name)").body
                #expect(document.hasPrefix("openapi:"))
            }
        }
    }
}
