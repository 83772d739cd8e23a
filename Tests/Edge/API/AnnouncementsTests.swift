@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct AnnouncementsTests {
    private static let path = "/api/v1/announcements"

    static let body = """
        {"type":"OFFER","id":42,"title":"Bread","body":"Half the price","category":"FOOD_PLAISIRS","latitude":48.8566,
         "longitude":2.3522,"startsAt":"2026-01-01T00:00:00.123Z","expiresAt":"2026-01-31T14:00:00.789+01:00",
         "details":{"city": "Paris", "price":1.50}}
        """

    private static let shown =
        #""id":"a1","type":"OFFER","subject":42,"title":"Bread","body":"Half the price","category":"FOOD_PLAISIRS","#
        + #""latitude":48.8566,"longitude":2.3522,"startsAt":"2026-01-01T00:00:00Z","#
        + #""expiresAt":"2026-01-31T13:00:00Z""#

    private static let counts =
        #""createdAt":"2026-01-31T12:00:00Z","state":"delivering","recipients":4,"books":{"accepted":21,"sent":1,"#
        + #""suppressed":2,"deferred":3,"failed":4,"expired":5,"pending":6}"#

    private func announce(
        _ body: String, query: String = "", headers: [(String, String)] = []
    ) async throws -> (TestResponse, SendNotification?) {
        let services = ScriptedServices.ofAPublisher()
        let response = try await services.ask("POST", Self.path + query, headers: headers, body: body)
        return (response, services.received(SendNotification.self).first)
    }

    @Test func areMade() async throws {
        let (response, message) = try await announce(Self.body, headers: [("Idempotency-Key", "k 1")])
        #expect(response.status == 201 && response.header("Location") == "/api/v1/announcements/a1")
        response.expect(
            body: #"{"success":true,"data":{\#(Self.shown),"details":{"city": "Paris", "price":1.50},\#(Self.counts)}}"#
        )
        let made = try #require(message)
        #expect(made.publisher == PublisherID("k1") && made.idempotencyKey == "k 1" && !made.isDryRun)
        // The details keep their original form.
        #expect(made.notification == People.offer(details: #"{"city": "Paris", "price":1.50}"#))
    }

    /// Only the required members; an event needs no category.
    @Test(
        arguments: [
            (#""id":"summer-fair""#, .text("summer-fair")), (#""id":-7"#, .number(-7)),
            (#""id":9223372036854775807"#, .number(.max)), (#""id":true"#, .number(1)), (#""id":7.0"#, .number(7)),
            (#""id":1e2"#, .number(100)), (#""id":-0"#, .number(0)),
        ] as [(String, AnnouncementSubject)])
    func areMadeOfTheRequiredMembersOnly(_ id: String, _ subject: AnnouncementSubject) async throws {
        let (response, message) = try await announce(
            #"{"type":"EVENT",\#(id),"latitude":0,"longitude":0,"title":null,"details":null}"#)
        #expect(response.status == 201)
        let coordinate = try #require(Coordinate(latitude: 0, longitude: 0))
        let event = OutgoingNotification(announcing: Announcement(type: .event, subject: subject), at: coordinate)
        #expect(message?.notification == event && event.audience == .near(coordinate))
        #expect(message?.idempotencyKey == nil)
    }

    @Test(arguments: [
        (#""type":"OFFER""#, #""type":"JOKE""#), (#""type":"OFFER","#, ""), (#""id":42"#, #""id":4.2"#),
        (#""id":42"#, #""id":"""#), (#""id":42"#, #""id":["x"]"#), (#""id":42"#, #""id":9223372036854775808"#),
        (#""id":42"#, #""id":9007199254740993.0"#), (#""id":42"#, #""id":1e999"#),
        (#""id":42"#, #""id":"\#(String(repeating: "x", count: 129))""#), (#""latitude":48.8566,"#, ""),
        (#""latitude":48.8566"#, #""latitude":148"#), (#""title":"Bread""#, #""title":5"#),
        (#""startsAt":"2026-01-01T00:00:00.123Z""#, #""startsAt":"soon""#),
        (#"{"city": "Paris", "price":1.50}"#, #""x""#), (#"{"city": "Paris", "price":1.50}"#, "[]"),
        (#""city": "Paris""#, #""city": "\#(String(repeating: "x", count: 4096))""#),
    ])
    func areRefusedWhenMalformed(_ usual: String, _ other: String) async throws {
        let body = Self.body.replacing(usual, with: other)
        #expect(body != Self.body)
        let (response, message) = try await announce(body)
        #expect(response.status == 400)
        #expect(message == nil)
        _ = try APIErrorBody(response.body)
    }

    /// A misspelt member was meant to have an effect, perhaps to delay the announcement.
    @Test(arguments: [
        ("startAt", "did you mean startsAt?"), ("expires_at", "did you mean expiresAt?"),
        ("Title", "did you mean title?"), ("titel", "The member titel is not known; did you mean title?"),
        ("dryRun", "announcements?dryRun=true"),
        ("recipients", "The member recipients is not known; use type, id, title"),
        (String(repeating: "x", count: 5000), "is not known; use type, id, title"),
    ])
    func areRefusedWithUnknownMembers(_ name: String, _ hint: String) async throws {
        let body = Self.body.replacing(#""id":42"#, with: #""id":42,"\#(name)":true"#)
        let (response, message) = try await announce(body)
        #expect(response.status == 400)
        #expect(message == nil)
        #expect(response.body.lowercased().contains(hint.lowercased()), "\(response.body)")
    }

    @Test(arguments: ["", String(repeating: "k", count: 256)])
    func areRefusedUnderAnImpossibleKey(_ key: String) async throws {
        let (response, message) = try await announce(Self.body, headers: [("Idempotency-Key", key)])
        #expect(response.status == 400)
        #expect(message == nil)
    }

    @Test(arguments: ["?dryRun=true", "?dryRun=1", "?dryRun=TRUE"])
    func areCountedOnly(_ query: String) async throws {
        let (response, message) = try await announce(Self.body, query: query)
        #expect(response.status == 200)
        #expect(response.body == #"{"success":true,"data":{"dryRun":true,"recipients":5,"deliveries":6}}"#)
        #expect(message?.isDryRun == true)
    }

    /// A misspelt dry run must not reach thousands of users.
    @Test(arguments: [
        "?dryrun=true", "?dryRun=yes", "?dry_run=true", "?dryRun=true&x=1", "?dryRun", "?dryRun=",
        "?dryRun=false&dryRun=true",
    ])
    func areNotMadeByMistake(_ query: String) async throws {
        let (response, message) = try await announce(Self.body, query: query)
        #expect(response.status == 400)
        #expect(message == nil)
    }

    /// By its own id, or by its publisher's subject id.
    @Test(arguments: [("a1", "a1"), ("42", "42"), ("summer%2Ffair", "summer/fair")])
    func areShownAndCancelled(_ name: String, _ id: String) async throws {
        let services = ScriptedServices.ofAPublisher()
        try await withEdge(services) { edge in
            let shown = try await edge.request("GET", "\(Self.path)/\(name)")
            #expect(shown.body == #"{"success":true,"data":{\#(Self.shown),\#(Self.counts)}}"#)
            let cancelled = try await edge.request("DELETE", "\(Self.path)/\(name)")
            #expect(cancelled.status == 200 && cancelled.body.contains(#""state":"cancelled""#))
        }
        #expect(services.received(GetNotification.self).map(\.id) == [id])
        #expect(services.received(CancelNotification.self).map(\.id) == [id])
        #expect(services.received(GetNotification.self).map(\.among) == [.announcements])
        #expect(services.received(CancelNotification.self).map(\.among) == [.announcements])
    }

    @Test func areListed() async throws {
        let services = ScriptedServices.ofAPublisher()
        try await withEdge(services) { edge in
            let response = try await edge.request("GET", Self.path)
            response.expect(
                body: #"{"success":true,"data":{"announcements":[{\#(Self.shown),\#(Self.counts)}],"hasMore":true}}"#)
            _ = try await edge.request("GET", Self.path + "?before=a1&limit=100")
            for query in ["limit=0", "limit=101", "before=a%20b"] {
                try await edge.request("GET", "\(Self.path)?\(query)").expect(400)
            }
        }
        #expect(services.received(ListNotifications.self).map(\.limit) == [20, 100])
        #expect(services.received(ListNotifications.self).map(\.before) == [nil, People.announcement])
    }

    @Test func areExplained() async throws {
        let services = ScriptedServices.ofAPublisher()
        try await withEdge(services) { edge in
            let response = try await edge.request("GET", "\(Self.path)/42/recipients/\(People.ada.text)")
            response.expect(
                body: #"{"success":true,"data":{"account":"\#(People.ada.text)","told":false,"reason":"too-far","#
                    + #""text":"12.4 km, radius 10 km","distanceMeters":12400,"notificationRadius":10,"#
                    + #""deliveries":[{"token":"t1","type":"apns","#
                    + #""state":"suppressed","reason":"muted","attempts":0,"at":"2026-01-31T12:00:00Z"},"#
                    + #"{"token":"t1","type":"fcm","state":"deferred","reason":"quiet-hours","attempts":0,"#
                    + #""at":"2026-01-01T00:00:00Z","nextAt":"2026-01-31T12:00:00Z"}]}}"#)
            try await edge.request("GET", "\(Self.path)/42/recipients/a%20b").expect(400)
        }
        let message = try #require(services.received(ExplainRecipient.self).first)
        #expect(message.id == "42" && message.account == People.ada && message.among == .announcements)
    }
}
