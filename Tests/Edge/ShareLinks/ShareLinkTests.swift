@testable import Edge

extension ShareLink {
    static let sample = ShareLink(
        id: ShareLinkID("l1")!, device: DeviceID("phone")!, name: "Ride home", createdAt: People.now,
        endsAt: People.now.adding(seconds: 3600), state: .open, precision: .exact,
        viewers: [ShareLinkViewer(number: 1, firstAt: People.now, lastAt: People.now, views: 2)])
}

extension SharedView {
    static let sample = SharedView(
        link: ShareLinkID("l1")!, viewer: 1, device: id("phone"), name: "Ride home",
        endsAt: People.now.adding(seconds: 3600), precision: .exact,
        found: GetLocation.LocationResult(device: id("phone"), location: sampleLocation, slogan: nil))
}

extension ScriptedServices {
    /// One link of Ada's, with the token `AAAAAAAAAAAAAAAAAAAAAA`; `viewer` is the cookie of a browser that opened it.
    func shareLinks() {
        @Sendable func check(_ owner: ShareLinkOwner) throws(BusError) {
            guard owner.account != People.stranger else {
                throw .refused(ServiceError(.notFound, "there is no such link"))
            }
        }
        on(CreateShareLink.self) { message throws(BusError) in
            try check(message.owner)
            return CreateShareLink.Reply(link: .sample, token: SecretText(linkToken))
        }
        on(ListShareLinks.self) { message in message.owner.account == People.stranger ? [] : [.sample] }
        on(ChangeShareLink.self) { message throws(BusError) in
            try check(message.owner)
            return .sample
        }
        on(EndShareLink.self) { message throws(BusError) in
            try check(message.owner)
            return Done()
        }
        on(FindShareLink.self) { message throws(BusError) in
            guard message.token.value == linkToken else {
                throw .refused(ServiceError(.notFound, "there is no such link"))
            }
            return FindShareLink.Reply(needsPassword: false, isViewer: message.viewer != nil)
        }
        on(OpenShareLink.self) { message throws(BusError) in
            guard message.token.value == linkToken else {
                throw .refused(ServiceError(.notFound, "there is no such link"))
            }
            return OpenShareLink.Reply(view: .sample, viewer: SecretText("viewer"))
        }
    }
}

private let linkToken = "AAAAAAAAAAAAAAAAAAAAAA"

@Suite("Share links at the edge", .timeLimit(.minutes(10))) struct ShareLinkTests {
    private let page = "/s/\(linkToken)"
    private let cookie = ("Cookie", "balise_link=viewer")

    @Test("The page shows no place, and is in no cache, no search engine and no Referer")
    func showsPage() async throws {
        let services = ScriptedServices.people()
        let response = try await services.ask("GET", page).expect(200)
        #expect(response.header("Cache-Control") == "no-store" && response.header("Referrer-Policy") == "no-referrer")
        #expect(response.header("X-Robots-Tag")?.contains("noindex") == true)
        #expect(response.header("Permissions-Policy")?.contains("geolocation=(self)") == true)
        #expect(response.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
        #expect(response.header("Set-Cookie") == nil && !response.body.contains("48.39"))
        #expect(response.body.contains(#"src="/account/files/link.js""#) && !response.body.contains(linkToken))
        #expect(services.received(OpenShareLink.self).isEmpty, "a program that previews links is no viewer")
    }

    @Test("The script opens the view, and the browser becomes a viewer of this link only")
    func opens() async throws {
        let services = ScriptedServices.people()
        let response = try await services.ask("POST", page + "/view").expect(200)
        let begin = #"{"name":"Ride home","seconds":3600,"endsOnArrival":false,"precision":"exact","#
        #expect(response.body.hasPrefix(begin))
        #expect(response.body.contains(#""place":{"Timestamp":"#) && !response.body.contains("phone"))
        let set = try #require(response.header("Set-Cookie"))
        #expect(set.hasPrefix("balise_link=viewer; Max-Age=3600; Path=\(page); HttpOnly; SameSite=Lax"))
        #expect(services.received(OpenShareLink.self).map(\.continues) == [false])
        #expect(response.header("Cache-Control") == "no-store")
    }

    @Test("An unknown, ended or full link says so, as a page and to the script")
    func refuses() async throws {
        let unknown = try await ScriptedServices.people().ask("GET", "/s/BBBBBBBBBBBBBBBBBBBBBB").expect(404)
        #expect(unknown.body.contains("There is no such link."))
        #expect(unknown.header("Content-Type")?.contains("html") == true)
        let cases: [(ErrorCode, Int, String)] = [
            (.tokenExpired, 410, "This link has ended."), (.notFound, 404, "There is no such link."),
        ]
        for (code, status, text) in cases {
            let services = ScriptedServices.people().refusing(FindShareLink.self, code)
                .refusing(OpenShareLink.self, code)
            let response = try await services.ask("GET", page).expect(status)
            #expect(response.body.contains(text))
            let view = try await services.ask("POST", page + "/view").expect(status)
            #expect(view.body.contains(#""code":"\#(code.rawValue)""#))
        }
        let full = ScriptedServices.people().refusing(OpenShareLink.self, .forbidden)
            .refusing(FindShareLink.self, .forbidden)
        let refused = try await full.ask("GET", page).expect(403)
        #expect(refused.body.contains("This link is open in as many browsers as its owner allows."))
        try await full.ask("POST", page + "/view").expect(403)
    }

    @Test("A link with a password shows only its form, and the right one leads to the page")
    func password() async throws {
        let services = ScriptedServices.people()
        services.on(FindShareLink.self) { _ in FindShareLink.Reply(needsPassword: true, isViewer: false) }
        let form = try await services.ask("GET", page).expect(200)
        #expect(form.body.contains(#"type="password""#) && !form.body.contains("link.js"))
        let opened = try await services.postForm(page, "password=rue+de+siam")
        #expect(opened.status == 303 && opened.header("Location") == page)
        #expect(opened.header("Set-Cookie")?.hasPrefix("balise_link=viewer;") == true)
        #expect(services.received(OpenShareLink.self).first?.password == SecretText("rue de siam"))
        services.refusing(OpenShareLink.self, .wrongCredentials)
        let wrong = try await services.postForm(page, "password=x").expect(403)
        #expect(wrong.body.contains("This password is wrong.") && wrong.header("Set-Cookie") == nil)
        services.refusing(OpenShareLink.self, .authenticationRequired)
        try await services.ask("POST", page + "/view").expect(403)
        services.on(OpenShareLink.self) { _ throws(BusError) in
            throw .refused(ServiceError(.rateLimited, "", retryAfter: 36))
        }
        let early = try await services.postForm(page, "password=x").expect(429)
        #expect(early.header("Retry-After") == "36" && early.body.contains("There were too many attempts."))
    }

    @Test("A password for an unknown token counts as a guess of the token, and is not checked")
    func guessesToken() async throws {
        let services = ScriptedServices.people()
        try await withEdge(services) { edge in
            for _ in 0..<30 { try await edge.postForm("/s/BBBBBBBBBBBBBBBBBBBBBB", "password=x").expect(404) }
            try await edge.postForm("/s/BBBBBBBBBBBBBBBBBBBBBB", "password=x").expect(429)
            try await edge.postForm(page, "password=x").expect(303)
        }
        #expect(services.received(OpenShareLink.self).count == 1)
    }

    @Test("The stream and the tiles need the cookie of the view")
    func needCookie() async throws {
        let services = ScriptedServices.people()
        try await services.ask("GET", page + "/events").expect(403)
        let stream = try await services.ask("GET", page + "/events", headers: [cookie]).expect(200)
        #expect(stream.header("Content-Type") == "text/event-stream; charset=utf-8")
        #expect(!stream.body.contains("phone"))
        // This server has no archive of tiles.
        try await services.ask("GET", page + "/tiles/0/0/0", headers: [cookie]).expect(404)
    }

    @Test("A stream shows where and when, not which device")
    func silent() {
        let viewer = LinkViewer(link: ShareLinkID("l1")!, number: 1, endsAt: People.now)
        let view = LiveView(.link(viewer), after: nil, key: .sample(), context: MessageContext(requestID: "test"))
        view.show([id("phone")], [SharedView.sample.found])
        let place = String(decoding: view.takeTurn().events, as: UTF8.self)
        #expect(place.hasPrefix("event: place\ndata: {\"Timestamp\":") && place.contains(#""Latitude":"#))
        view.show([id("phone")], [nil])
        let gone = String(decoding: view.takeTurn().events, as: UTF8.self)
        #expect(gone == "event: gone\ndata: {}\n\n")
        for word in ["phone", "Speed", "BatteryLevel", "Altitude", "Slogan", "id:"] { #expect(!place.contains(word)) }
    }

    @Test("A stream ends with its link to the second")
    func streams() async throws {
        let services = ScriptedServices.people()
        let clock = SteppedClock()
        let live = LiveHub(services, replicas: [], limits: Settings().http.limits, clock: clock)
        var view = SharedView.sample
        view.endsAt = clock.wall.now().adding(seconds: 30)
        services.on(OpenShareLink.self) { [view] _ in OpenShareLink.Reply(view: view, viewer: SecretText("viewer")) }
        let attempts = AttemptLimiter.forTests()
        let parts = APIParts(
            services: services, authenticator: .overScripted(services, attempts), attempts: attempts, clock: clock.wall)
        let api = ShareLinkAPI(parts, pages: Settings().pages, live: live)
        try await withServer(Router([api], fallback: api), Settings().http) { edge in
            try await withConnection(to: edge.port) { connection in
                try await connection.write("GET \(page)/events HTTP/1.0\r\nCookie: balise_link=viewer\r\n\r\n")
                try await eventually("the link's end is awaited") { clock.sleepers > 0 }
                clock.advance(by: .seconds(30))
                let text = try await connection.readToEnd()
                #expect(text.hasSuffix("event: end\ndata: {\"reason\":\"over\"}\n\n"))
            }
        }
    }

    @Test("A user makes, lists, changes and ends links of claimed devices")
    func ofAccount() async throws {
        let services = ScriptedServices.ofAda()
        let root = "/api/v1/users/me/share-links"
        let body =
            #"{"device":"phone","name":"Ride home","endsAt":"2026-01-31T13:00:00Z","arrival":{"latitude":48.39,"#
            + #""longitude":-4.48,"radius":150},"precision":"town","password":"rue de siam","maximumViewers":2}"#
        let made = try await services.ask("POST", root, body: body).expect(201)
        #expect(made.body.contains(#""token":"\#(linkToken)""#))
        #expect(made.body.contains(#"/s/\#(linkToken)","qrCode":"<svg "#))
        let message = try #require(services.received(CreateShareLink.self).first)
        #expect(message.owner.account == People.ada && message.owner.device == id("phone"))
        #expect(message.precision == .town && message.maximumViewers == 2 && message.arrival?.radius == 150)
        #expect(message.endsAt == UnixTime(milliseconds: 1_769_864_400_000))
        let list = try await services.ask("GET", root).expect(200)
        #expect(list.body.contains(#""viewers":[{"number":1,"#) && !list.body.contains(linkToken))
        try await services.ask("PATCH", root + "/l1", body: #"{"precision":"town"}"#).expect(200)
        try await services.ask("DELETE", root + "/l1").expect(200)
        #expect(services.received(EndShareLink.self).first?.id == ShareLinkID("l1"))
        for wrong in [#"{"device":"phone"}"#, #"{"endsAt":"2026-01-31T13:00:00Z"}"#, #"{"device":"a:b"}"#] {
            try await services.ask("POST", root, body: wrong).expect(400)
        }
    }

    @Test("The holder of a device's key does the same without an account")
    func ofKey() async throws {
        let services = ScriptedServices.people()
        let owner = #""Device":"phone","DeviceKey":"right""#
        let made = try await services.post(
            "/v1/share-links/create", #"{\#(owner),"ShareLink":{"endsAt":"2026-01-31T13:00:00Z"}}"#)
        #expect(made.status == 201 && made.body.contains(#""link":{"id":"l1""#))
        let message = try #require(services.received(CreateShareLink.self).first)
        #expect(message.owner.device == id("phone") && message.owner.key?.secret == "right")
        #expect(message.owner.account == nil && message.precision == .exact)
        let list = try await services.post("/v1/share-links/list", "{\(owner)}").expect(200)
        #expect(list.body.hasPrefix(#"{"links":["#))
        try await services.post(
            "/v1/share-links/change", #"{\#(owner),"ID":"l1","ShareLink":{"precision":"town"}}"#
        ).expect(200)
        let end = try await services.post("/v1/share-links/end", #"{\#(owner),"ID":"l1"}"#).expect(200)
        #expect(end.body.contains(#""MiataruResponse":"ACK""#))
        try await services.post("/v1/share-links/end", "{\(owner)}").expect(400)
    }

    @Test("The visitor list names the links and forwarders beside the devices, the latest first")
    func visitors() async throws {
        let services = ScriptedServices.people()
        services.on(GetVisitorHistory.self) { _ in
            GetVisitorHistory.Reply(
                maximum: 10, visits: [.init(visitor: id("friend"), time: People.now)],
                links: [.init(name: "Ride", time: People.now.adding(seconds: 5))],
                forwarders: [.init(name: "Home", time: People.now.adding(seconds: 3))])
        }
        let body = #"{"MiataruGetVisitorHistory":{"Device":"phone","Amount":"10"}}"#
        let response = try await services.post("/v1/GetVisitorHistory", body).expect(200)
        let names = response.body.matches(of: #/"DeviceID":"([^"]+)"/#).map { String($0.1) }
        #expect(names == ["link:Ride", "forward:Home", "friend"])
        #expect(response.body.contains(#""AvailableVisitorHistory":3"#))
        let one = try await services.post("/v1/GetVisitorHistory", body.replacing("10", with: "1")).expect(200)
        #expect(one.body.contains("link:Ride") && !one.body.contains("friend"), "visitors push out no link")
    }
}
