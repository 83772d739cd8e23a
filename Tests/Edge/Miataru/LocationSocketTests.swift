@testable import Edge

@Suite("The WebSocket of the Miataru API", .timeLimit(.minutes(10))) struct LocationSocketTests {
    static let upgrade = [
        ("Connection", "keep-alive, Upgrade"), ("Upgrade", "WebSocket"), ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ]

    private static func changing(_ name: String, to value: String?) -> [(String, String)] {
        upgrade.filter { $0.0 != name } + (value.map { [(name, $0)] } ?? [])
    }

    private static func subscribe(_ devices: String..., by reader: String = "me", key: String? = nil) -> SocketFrame {
        let list = devices.map { #"{"Device":"\#($0)"}"# }.joined(separator: ",")
        let key = key.map { #","RequestMiataruDeviceKey":"\#($0)""# } ?? ""
        return SocketFrame(
            #"{"type":"subscribe","MiataruConfig":{"RequestMiataruDeviceID":"\#(reader)"\#(key)},"#
                + #""MiataruGetLocation":[\#(list)]}"#)
    }

    private final class Scene: Sendable {
        let services = ScriptedServices()
        let mayRead = Mutex(true)

        init() {
            services.on(GetLocation.self) { message throws(BusError) in
                if message.reader.key?.secret == "wrong" { throw .refused(ServiceError(.forbidden, "wrong key")) }
                if message.devices == [id("down")] { throw .unavailable(.location) }
                return GetLocation.Reply(found: message.devices.map { Scene.found($0) })
            }
            services.on(ReviewViews.self) { [self] message in
                let mayRead = mayRead.withLock { $0 }
                return ReviewViews.Reply(
                    found: message.devices.map { Scene.found($0) },
                    views: message.views.map { .init(mayRead: mayRead, seen: mayRead ? $0.devices : []) })
            }
        }

        private static func found(_ device: DeviceID) -> GetLocation.LocationResult? {
            device == id("new")
                ? nil : GetLocation.LocationResult(device: device, location: sampleLocation, slogan: nil)
        }

        func run(_ body: (RunningEdge, LiveHub) async throws -> Void) async throws {
            let settings = Settings()
            let live = LiveHub(services, replicas: [], limits: settings.http.limits, clock: SteppedClock())
            let running = Task { await live.run() }
            defer { running.cancel() }
            let miataru = MiataruAPI(
                services, allowedOrigins: ["https://miataru.com"], pages: settings.pages, live: live)
            try await withServer(Router([miataru], fallback: miataru), settings.http) { try await body($0, live) }
        }

        /// Opens a socket, and sends `frames` in the same packet as the request.
        func open(
            _ frames: SocketFrame..., body: (inout TestConnection, LiveHub) async throws -> Void
        ) async throws {
            try await run { edge, live in
                try await withConnection(to: edge.port) { connection in
                    let head = LocationSocketTests.upgrade.map { "\($0.0): \($0.1)\r\n" }.joined()
                    let request = "GET /v1/ws/location HTTP/1.1\r\nHost: x\r\n\(head)\r\n"
                    try await connection.write(Array(request.utf8) + frames.flatMap { $0.bytes() })
                    let answer = try await connection.readHead()
                    #expect(answer.status == 101)
                    #expect(answer.header("Sec-WebSocket-Accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
                    #expect(answer.header("Connection") == "Upgrade" && answer.header("Upgrade") == "websocket")
                    #expect(answer.header("Content-Length") == nil)
                    try await body(&connection, live)
                }
                try await eventually("the places are given back") {
                    live.socketLimiter.count == 0 && live.limiter.count == 0
                }
            }
        }
    }

    @Test(
        "A bad handshake is refused in the order of the reference, with an empty body, and the connection ends",
        arguments: [
            ("?devicekey", changing("Origin", to: "https://elsewhere.example"), 400),
            ("?x=1&RequestMiataruDeviceKey=k", upgrade, 400),
            ("", changing("Origin", to: "https://elsewhere.example"), 403), ("", changing("Origin", to: "null"), 403),
            ("", upgrade + [("Origin", ""), ("Origin", "https://elsewhere.example")], 403),
            ("", changing("Sec-WebSocket-Version", to: "12"), 400), ("", changing("Sec-WebSocket-Key", to: nil), 400),
            ("", changing("Sec-WebSocket-Key", to: "c2hvcnQ="), 400),
        ] as [(String, [(String, String)], Int)])
    func refusesHandshakes(_ query: String, _ headers: [(String, String)], _ status: Int) async throws {
        try await Scene().run { edge, _ in
            let answer = try await edge.request("GET", "/v1/ws/location" + query, headers: headers)
            #expect(answer.status == status && answer.body.isEmpty && answer.header("Connection") == "close")
        }
    }

    @Test(
        "The first offered protocol is chosen if its name is a token, and none otherwise",
        arguments: [("chat, other", "chat"), ("a b", nil), (#""q""#, nil), ("x;y", nil), ("caf\u{E9}", nil)]
            as [(String, String?)])
    func protocols(_ offered: String, _ chosen: String?) async throws {
        try await Scene().run { edge, _ in
            try await withConnection(to: edge.port) { connection in
                let headers = Self.upgrade + [("Sec-WebSocket-Protocol", offered)]
                let head = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
                try await connection.write(Array("GET /v1/ws/location HTTP/1.1\r\nHost: x\r\n\(head)\r\n".utf8))
                let answer = try await connection.readHead()
                #expect(answer.status == 101 && answer.header("Sec-WebSocket-Protocol") == chosen)
            }
        }
    }

    @Test(
        "Without an upgrade, and at any other path, nothing is there",
        arguments: [
            ("GET", "/v1/ws/location", []), ("POST", "/v1/ws/location", []),
            ("GET", "/v1/ws/location", changing("Upgrade", to: "h2c")), ("GET", "/v1/ws/location/", upgrade),
            ("GET", "/v1/WS/location", upgrade), ("GET", "/ws/location", upgrade), ("HEAD", "/v1/ws/location", upgrade),
        ] as [(String, String, [(String, String)])])
    func unknownPaths(_ method: String, _ path: String, _ headers: [(String, String)]) async throws {
        try await Scene().run { edge, _ in
            let status = try await edge.request(method, path, headers: headers).status
            #expect(status == 404)
        }
    }

    @Test("An address has 20 sockets at most, which is checked before the key")
    func limits() async throws {
        try await Scene().run { edge, live in
            let places = try (0..<20).map { _ in try live.socketLimiter.enter(address: "127.0.0.1") }
            let headers = LocationSocketTests.changing("Sec-WebSocket-Key", to: nil)
            let answer = try await edge.request("GET", "/v1/ws/location", headers: headers)
            #expect(answer.status == 429 && answer.body.isEmpty && answer.header("Connection") == "close")
            withExtendedLifetime(places) {}
        }
    }

    @Test("A subscription is answered as GetLocation is, and then every point is pushed with its own values")
    func pushes() async throws {
        let scene = Scene()
        try await scene.open(Self.subscribe("a", "new", "a")) { connection, live in
            let shown = #""Timestamp":"1700000000","Longitude":"+10.837502","Latitude":49.50,"HorizontalAccuracy":5"#
            let snapshot = #"{"Device":"a",\#(shown),"Slogan":null}"#
            #expect(
                try await connection.readFrame().text
                    == #"{"type":"subscription","MiataruLocation":[\#(snapshot),null,\#(snapshot)]}"#)
            var second = sampleLocation
            second.speed = LocationValue(json: "5")
            let points = FeedValue.write(ChangedPoints([sampleLocation, second]))
            live.changed([FeedChange(sequence: 1, key: "a", value: points)])
            #expect(try await connection.readFrame() == SocketFrame(#"{"Device":"a",\#(shown)}"#))
            #expect(try await connection.readFrame() == SocketFrame(#"{"Device":"a",\#(shown),"Speed":5}"#))
            #expect(scene.services.received(GetLocation.self).map(\.isWatching) == [true])

            // Another subscription replaces the first.
            try await connection.write(Self.subscribe("b").bytes())
            #expect(try await connection.readFrame().text.contains(#""Device":"b""#))
            live.changed([
                FeedChange(sequence: 2, key: "a", value: points), FeedChange(sequence: 3, key: "b", value: points),
            ])
            #expect(try await connection.readFrame().text.contains(#""Device":"b""#))
            try await connection.write(SocketFrame.close(1000).bytes())
            #expect(try await connection.readFrame().text.contains(#""Device":"b""#))
            #expect(try await connection.readFrame().end == "1000")
        }
    }

    @Test("A reader whose key no longer counts is closed")
    func refusedLater() async throws {
        let scene = Scene()
        try await scene.open(Self.subscribe("a")) { connection, live in
            _ = try await connection.readFrame()
            scene.mayRead.withLock { $0 = false }
            live.changed([FeedChange(sequence: 1, key: "me", value: nil)])
            #expect(try await connection.readFrame().end.hasPrefix("1008 Forbidden: "))
        }
    }

    @Test("The end of the server closes a socket with 1001")
    func closing() async throws {
        try await Scene().open(Self.subscribe("a")) { connection, live in
            _ = try await connection.readFrame()
            live.end()
            #expect(try await connection.readFrame().end == "1001")
        }
    }

    @Test(
        "A message that is no good subscription closes the socket and says why",
        arguments: [
            (SocketFrame("{"), "1008 Bad Request: "), (SocketFrame("[]"), "1008 Bad Request: "),
            (SocketFrame(#"{"type":"unsubscribe"}"#), "1008 Bad Request: "),
            (SocketFrame(#"{"type":"subscribe","MiataruGetLocation":[]}"#), "1008 Bad Request: "),
            (subscribe("a:b"), "1008 Bad Request: "), (subscribe("a", by: "b:c"), "1008 Bad Request: "),
            (
                SocketFrame(#"{"type":"subscribe","MiataruConfig":{"requestingDeviceID":"me"}}"#),
                "1008 Bad Request: MiataruGetLocation must be an array"
            ),
            (subscribe("a", key: "wrong"), "1008 Forbidden: wrong key"),
            (subscribe("down"), "1011 Internal Server Error"),
            (SocketFrame(0x82, [1]), "1008 Binary messages are not supported"),
        ] as [(SocketFrame, String)])
    func refusesMessages(_ frame: SocketFrame, _ end: String) async throws {
        try await Scene().open(frame) { connection, _ in
            let found = try await connection.readFrame().end
            #expect(found.hasPrefix(end), "\(found)")
        }
    }

    @Test("A subscription has 50 entries at most, counted with doubles, and an empty one is answered")
    func entries() async throws {
        let fifty = SocketFrame(
            #"{"type":"subscribe","MiataruConfig":{"requestingDeviceID":"me"},"MiataruGetLocation":["#
                + Array(repeating: #"{"Device":"new"}"#, count: 50).joined(separator: ",") + "]}")
        let empty = Self.subscribe()
        try await Scene().open(fifty, empty) { connection, _ in
            #expect(try await connection.readFrame().text.hasSuffix("null,null]}"))
            #expect(try await connection.readFrame().text == #"{"type":"subscription","MiataruLocation":[]}"#)
            let more = fifty.text.replacing("[{", with: #"[{"Device":"new"},{"#)
            try await connection.write(SocketFrame(more).bytes())
            #expect(
                try await connection.readFrame().end
                    == "1008 Bad Request: MiataruGetLocation may have at most 50 entries")
        }
    }
}
