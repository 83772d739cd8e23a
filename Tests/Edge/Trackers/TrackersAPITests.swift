@testable import Edge

@Suite("The wires of tracker apps") struct TrackersAPITests {
    private static let json = ("Content-Type", "application/json")
    private static let place = #"{"_type":"location","tid":"AA","lat":48.39,"lon":-4.4861,"tst":1700000000}"#
    private static let batch = """
        {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},
        "properties":{"timestamp":"2023-11-14T22:13:20Z"}}]}
        """

    @Test(
        "The token is taken from the path, from Basic and from a bearer token",
        arguments: [
            ("/trackers/owntracks/\(Trackers.token)", nil, place, "[]"),
            ("/pub", Trackers.basic("ada", Trackers.token), place, "[]"),
            ("/trackers/owntracks?u=ada&d=phone", Trackers.basic("ada", Trackers.token), place, "[]"),
            ("/trackers/overland", ("Authorization", "Bearer \(Trackers.token)"), batch, #"{"result":"ok"}"#),
            ("/trackers/overland", ("Authorization", "Basic \(Trackers.token):"), place, #"{"result":"ok"}"#),
            ("/Trackers/Overland/\(Trackers.token)/", nil, batch, #"{"result":"ok"}"#),
            ("/trackers/osmand/\(Trackers.token)?lat=1&lon=2", nil, "", ""),
            ("/trackers/osmand?lat=1&lon=2", Trackers.basic("", Trackers.token), "", ""),
        ] as [(String, (String, String)?, String, String)])
    func tokens(_ path: String, _ header: (String, String)?, _ body: String, _ answer: String) async throws {
        let services = ScriptedServices.tracking()
        let (response, message) = try await services.ask(
            "POST", path, headers: [Self.json] + [header].compactMap(\.self), body: body, for: ReportByTracker.self)
        #expect(response.status == 200 && response.body == answer)
        #expect(response.header("Content-Type") == (answer.isEmpty ? nil : "application/json"))
        #expect(message.token.value == Trackers.token && message.reports.count == 1)
    }

    @Test("A wrong credential is 401 with a challenge, in a path 404 without a reason")
    func wrong() async throws {
        let other = "AAECAwQFBgcICQoLDA0ODQ"
        try await withEdge(.tracking()) { edge in
            for (path, header, challenge) in [
                ("/pub", nil, "Basic"), ("/trackers/owntracks", Trackers.basic("a", other), "Basic"),
                ("/trackers/owntracks", Trackers.basic("a", "short"), "Basic"),
                ("/trackers/overland", ("Authorization", "Bearer \(other)"), "Bearer"),
                ("/trackers/overland", ("Authorization", "Bearer"), "Bearer"),
            ] as [(String, (String, String)?, String)] {
                let headers = [Self.json] + [header].compactMap(\.self)
                let response = try await edge.request("POST", path, headers: headers, body: Self.place).expect(401)
                #expect(response.header("WWW-Authenticate")?.hasPrefix(challenge) == true, "\(path)")
            }
            let paths = ["osmand/\(other)?lat=1&lon=2", "owntracks/x", "overland/\(other)/x"]
            for path in paths.map({ "/trackers/\($0)" }) {
                let response = try await edge.request("POST", path, headers: [Self.json], body: Self.place).expect(404)
                #expect(response.body.isEmpty)
            }
        }
    }

    @Test(
        "What may be right later is 503, and never 429",
        arguments: [
            ErrorCode.unavailable, .overloaded, .rateLimited, .timedOut, .internalFailure,
        ])
    func later(_ code: ErrorCode) async throws {
        let services = ScriptedServices().refusing(ReportByTracker.self, code)
        try await withEdge(services) { edge in
            for kind in ["owntracks", "overland", "osmand"] {
                let path = "/trackers/\(kind)/\(Trackers.token)"
                let response = try await edge.request("POST", path, headers: [Self.json], body: Self.place).expect(503)
                #expect(response.header("Retry-After") != nil && response.body.isEmpty)
            }
        }
    }

    @Test("Too many wrong tokens from an address do not hold up a right one, and are 503")
    func limits() async throws {
        try await withEdge(.tracking()) { edge in
            for number in 0..<33 {
                let token = "AAECAwQFBgcICQoLDA0\(number / 10)\(number % 10)A"
                let path = "/trackers/osmand/\(token)?lat=1&lon=2"
                try await edge.request("GET", path).expect(number < 30 ? 404 : 503)
            }
            try await edge.request("GET", "/trackers/osmand/\(Trackers.token)?lat=1&lon=2").expect(200)
        }
    }

    @Test("A body that is too large is acknowledged and counted, once its token is right")
    func tooLarge() async throws {
        let image = String(repeating: "A", count: 300 << 10)
        let body = #"{"_type":"location","lat":1,"lon":2,"tst":1700000000,"image":"\#(image)"}"#
        let services = ScriptedServices.tracking()
        let metrics = MetricsRegistry()
        let trackers = TrackersAPI.overScripted(services, metrics)
        try await withServer(Router([trackers], fallback: trackers), Settings().http) { edge in
            let path = "/trackers/owntracks/\(Trackers.token)"
            try await edge.request("POST", path, headers: [Self.json], body: body).expect(200).expect(body: "[]")
            let beyond = [Self.json, ("Content-Encoding", "unknown")]
            try await edge.request("POST", path, headers: beyond, body: body).expect(200).expect(body: "[]")
        }
        #expect(services.received(ReportByTracker.self).map(\.reports.count) == [0])
        let counts = metrics.snapshot().filter { $0.name == TrackerCounts.discardedLabel }
        #expect(counts.map(\.value) == [1, 1])
    }

    @Test(
        "The form is found by the path, in upper or lower case, with or without a slash at the end",
        arguments: [
            ("/pub", .ownTracks), ("/PUB/", .ownTracks), ("/Trackers/OwnTracks/", .ownTracks),
            ("/trackers/Overland", .overland), ("/trackers/osmand/", .osmAnd), ("/public", .osmAnd),
        ] as [(String, TrackerForm)])
    func forms(_ path: String, _ form: TrackerForm) {
        #expect(TrackerForm(path: path) == form)
    }

    @Test("Friends are in the answer to a place, and the message says whether it was sent by hand")
    func friends() async throws {
        let services = ScriptedServices.tracking([Trackers.place])
        let manual = Self.place.replacing(#""tid":"AA""#, with: #""tid":"AA","t":"u""#)
        let (response, message) = try await services.post(
            "/pub", manual, headers: [Trackers.basic("ada", Trackers.token)], for: ReportByTracker.self)
        #expect(response.body.hasPrefix(#"[{"_type":"location","tid":"AA","lat":48.39,"#))
        #expect(message.isManual && message.wantsFriends)
    }

    @Test("Overland can ask whose account it is")
    func account() async throws {
        let response = try await ScriptedServices.tracking().ask("GET", "/trackers/overland/\(Trackers.token)")
        response.expect(200).expect(body: #"{"name":"pho ne"}"#)
    }

    @Test("A new tracker has links that set up each app")
    func links() async throws {
        let services = ScriptedServices.ofAda()
        let body = #"{"device":"pho ne","name":"My phone","friends":true,"speedUnit":"m/s"}"#
        let (response, message) = try await services.ask(
            "POST", "/api/v1/users/me/trackers", body: body, for: CreateTracker.self)
        #expect(message.account == People.ada && message.device == id("pho ne"))
        #expect(message.settings.readsFriends == true && message.settings.speedUnit == .metresPerSecond)
        let host = "http://localhost"
        let text = response.body.replacing(/http:\/\/127\.0\.0\.1:[0-9]+/, with: host)
        #expect(text.contains(#""token":"\#(Trackers.token)""#))
        #expect(text.contains(#""traccar":"\#(host)/trackers/osmand/\#(Trackers.token)""#))
        #expect(text.contains("overland://setup?url=http%3A%2F%2F") && text.contains("&device_id=pho%20ne"))
        #expect(text.matches(of: /"(ownTracks|overland|traccar|osmAnd|gpsLogger)":"<svg/).count == 5)
        let encoded = try #require(text.firstMatch(of: /inline=([A-Za-z0-9%]+)/)?.1.removingPercentEncoding)
        let settings = String(decoding: try #require(Data(base64Encoded: encoded)), as: UTF8.self)
        #expect(settings.hasPrefix(#"{"_type":"configuration","mode":3,"url":"http://"#))
        #expect(settings.hasSuffix(#""password":"\#(Trackers.token)","deviceId":"pho ne","tid":"PH"}"#))
    }

    @Test(
        "A wrong setting of a tracker is named",
        arguments: [
            (#"{"device":"a:b"}"#, "device"), (#"{"device":"a","speedUnit":"mph"}"#, "speedUnit"), ("{}", "device"),
        ])
    func wrongSettings(_ body: String, _ field: String) async throws {
        let error = try await ScriptedServices.ofAda().expectMalformed(
            "POST", "/api/v1/users/me/trackers", body: body)
        #expect(error.field == field)
    }
}
