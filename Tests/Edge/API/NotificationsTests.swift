@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct NotificationsTests {
    private static let path = "/api/v1/notifications"

    static let body = """
        {"kind":"orders","audience":{"account":"p1"},"content":{"texts":[{"language":"en","title":"Your order"}]}}
        """

    private func send(
        _ body: String, query: String = "", headers: [(String, String)] = []
    ) async throws -> (TestResponse, SendNotification?) {
        let services = ScriptedServices.ofAPublisher()
        let response = try await services.ask("POST", Self.path + query, headers: headers, body: body)
        return (response, services.received(SendNotification.self).first)
    }

    private func audience(_ json: String) async throws -> (TestResponse, AudienceExpression?) {
        let (response, message) = try await send(
            #"{"kind":"orders","audience":\#(json),"content":{"texts":[{"title":"T"}]}}"#)
        return (response, message?.notification.audience)
    }

    @Test func areSent() async throws {
        let (response, message) = try await send(
            #"{"kind":"news","audience":{"topic":"news-1"},"startsAt":"2026-02-01T00:00:00Z","content":{"texts":[{"title":"T"}]}}"#,
            headers: [("Idempotency-Key", "k 1")])
        #expect(response.status == 201 && response.header("Location") == "/api/v1/notifications/a1")
        response.expect(
            body: #"{"success":true,"data":{"id":"a1","kind":"news","audience":{"topic":"news-1"},"#
                + #""startsAt":"2026-02-01T00:00:00Z","createdAt":"2026-01-31T12:00:00Z","state":"delivering","#
                + #""recipients":4,"books":{"accepted":21,"sent":1,"suppressed":2,"deferred":3,"failed":4,"expired":5,"#
                + #""pending":6}}}"#)
        let sent = try #require(message)
        #expect(sent.publisher == PublisherID("k1") && sent.apiKey == APIKeyID("k1") && !sent.isDryRun)
        #expect(sent.idempotencyKey == "k 1" && sent.notification.content.texts.map(\.title) == ["T"])
    }

    @Test func beginByLocalTimes() async throws {
        func send(_ times: String) async throws -> (TestResponse, SendNotification?) {
            try await self.send(
                #"{"kind":"news","audience":{"everyone":true},\#(times),"content":{"texts":[{"title":"T"}]}}"#)
        }
        let (response, message) = try await send(#""startsAtLocal":"2026-12-24T18:00","timeZone":"Europe/Paris""#)
        #expect(
            message?.notification.localStart
                == LocalStart(try #require(LocalMoment("2026-12-24T18:00")), fallbackZone: "Europe/Paris"))
        #expect(response.body.contains(#""startsAtLocal":"2026-12-24T18:00","timeZone":"Europe/Paris""#))
        for (times, field) in [
            (#""startsAtLocal":"2026-12-24T18:00""#, "timeZone"), (#""timeZone":"Europe/Paris""#, "timeZone"),
            (#""startsAtLocal":"2026-02-29T18:00","timeZone":"Europe/Paris""#, "startsAtLocal"),
            (#""startsAtLocal":"2026-12-24 18:00","timeZone":"Europe/Paris""#, "startsAtLocal"),
        ] {
            let (response, message) = try await send(times)
            #expect(response.status == 400 && message == nil, "\(times)")
            #expect(try APIErrorBody(response.body).field == field, "\(times)")
        }
    }

    @Test(arguments: ["2026-12-01T09:00", "2026-12-01T09:00:00", "2026-12-01T09:00:00.5"])
    func beginAtNoTimeWithoutAnOffset(_ time: String) async throws {
        let rest = #""content":{"texts":[{"title":"T"}]}}"#
        let (response, message) = try await send(
            #"{"kind":"news","audience":{"everyone":true},"startsAt":"\#(time)",\#(rest)"#)
        #expect(response.status == 400 && message == nil)
        #expect(response.body.contains("startsAt must be") && response.body.contains("give startsAtLocal and timeZone"))
        #expect(try APIErrorBody(response.body).field == "startsAt")
        let (ended, none) = try await send(
            #"{"kind":"news","audience":{"everyone":true},"expiresAt":"\#(time)",\#(rest)"#)
        #expect(ended.status == 400 && none == nil && ended.body.contains("expiresAt must be a time of RFC 3339"))
    }

    @Test func nameLanguagesInTheirOneForm() async throws {
        let (_, message) = try await send(
            #"{"kind":"news","audience":{"language":"zh_TW"},"content":{"fallbackLanguage":"pt-br","#
                + #""texts":[{"language":"pt_BR","title":"T"},{"language":"iw","title":"T"}]}}"#)
        let sent = try #require(message).notification
        #expect(sent.audience == .language("zh-TW") && sent.content.fallbackLanguage == "pt-BR")
        #expect(sent.content.texts.map(\.language) == ["pt-BR", "he"])
    }

    @Test func areChanged() async throws {
        let (response, change) = try await ScriptedServices.ofAPublisher().ask(
            "PUT", Self.path + "/a1", body: Self.body, for: ChangeNotification.self)
        #expect(response.status == 200 && response.body.contains(#""state":"scheduled""#))
        #expect(change.id == People.announcement && change.publisher == PublisherID("k1"))
        #expect(change.apiKey == APIKeyID("k1") && change.notification.kind == "orders")
    }

    @Test func haveDetails() async throws {
        let details = #"{"type":"PROFESSIONAL","id":7,"establishmentName":"Le Fournil"}"#
        let (response, message) = try await send(
            #"{"kind":"news","audience":{"everyone":true},"content":{},"details":\#(details)}"#)
        #expect(response.status == 201)
        #expect(message?.notification.details == details)
    }

    @Test(
        arguments: [
            (#""audience":{"everyone":false},"content":{}"#, "audience", "everyone must be true."),
            (#""audience":{"any":1},"content":{}"#, "audience", "any must be an array."),
            (#""audience":{"topics":"a"},"content":{}"#, "topics", "The member topics is not known; did you mean"),
            (#""content":{}"#, "audience", "The member audience is missing."),
            (#""audience":7,"content":{}"#, "audience", "The member audience must be a JSON object."),
            (
                #""audience":{"topic":"\#(String(repeating: "x", count: 65_536))"},"content":{}"#, "audience",
                "The member audience must be a JSON object of at most 65536 bytes."
            ),
        ] as [(String, String, String)])
    func areRefusedWithAWrongAudience(_ members: String, _ field: String, _ text: String) async throws {
        try await expectRefusal(of: members, field, text)
    }

    @Test(arguments: [
        (#"{"badge":"many"}"#, "badge", "badge is not a whole number, unread or unchanged."),
        (#"{"badge":[]}"#, "badge", "The member content.badge must be a whole number or a word."),
        (#"{"pushType":"loud"}"#, "pushType", "pushType is not alert, background, location, voip, complication, "),
        (#"{"arguments":{"a":[]}}"#, "arguments.a", "arguments.a is not a text or a number."),
        (
            #"{"arguments":{"a":"\#(String(repeating: "x", count: 4096))"}}"#, "arguments",
            "The member content.arguments must be a JSON object of at most 4096 bytes."
        ),
        (
            #"{"liveActivity":{"event":"stop","activity":"m","state":{}}}"#, "liveActivity.event",
            "The member event must be start, update or end."
        ),
    ])
    func areRefusedWithAWrongContent(_ content: String, _ member: String, _ text: String) async throws {
        let members = #""audience":{"everyone":true},"content":\#(content)"#
        try await expectRefusal(of: members, "content.\(member)", text)
    }

    private func expectRefusal(of members: String, _ field: String, _ text: String) async throws {
        let (response, message) = try await send(#"{"kind":"news",\#(members)}"#)
        #expect(response.status == 400 && message == nil)
        #expect(try APIErrorBody(response.body).field == field, "\(response.body)")
        #expect(response.body.contains(text), "\(response.body)")
    }

    @Test func areCounted() async throws {
        let (response, message) = try await send(Self.body, query: "?dryRun=true")
        #expect(response.status == 200 && message?.isDryRun == true)
        #expect(response.body == #"{"success":true,"data":{"dryRun":true,"recipients":5,"deliveries":6}}"#)
    }

    @Test(
        arguments: [
            (#"{"everyone":true}"#, .everyone), (#"{"account":"p1"}"#, .accounts([AccountID("p1")!])),
            (#"{"accounts":["p1","p2"]}"#, .accounts([AccountID("p1")!, AccountID("p2")!])),
            (#"{"topic":"a"}"#, .topic("a")), (#"{"tag":"plan:pro"}"#, .tag("plan:pro")),
            (#"{"deviceTag":"beta"}"#, .deviceTag("beta")), (#"{"language":"fr-CA"}"#, .language("fr-CA")),
            (#"{"platform":"IOS"}"#, .platform("ios")),
            (#"{"appVersion":">=2.1"}"#, .appVersion(.atLeast, AppVersion("2.1")!)),
            (#"{"appVersion":"< 3"}"#, .appVersion(.less, AppVersion("3")!)),
            (#"{"appVersion":"2"}"#, .appVersion(.equal, AppVersion("2.0")!)),
            (#"{"near":{"latitude":48,"longitude":2}}"#, .near(Coordinate(latitude: 48, longitude: 2)!)),
            (
                #"{"all":[{"topic":"a"},{"not":{"any":[{"tag":"b"},{"language":"fr"}]}}]}"#,
                .all([.topic("a"), .not(.any([.tag("b"), .language("fr")]))])
            ),
        ] as [(String, AudienceExpression)])
    func readAudiences(_ json: String, _ expected: AudienceExpression) async throws {
        let (response, audience) = try await audience(json)
        #expect(response.status == 201 && audience == expected)
        let shown = try JSONDetailsReading.audience(in: response.body)
        #expect(shown == expected)
    }

    @Test(
        "The edge refuses an invalid audience, and says how to correct it",
        arguments: [
            ("{}", "one member"), (#"{"topic":"a","tag":"b"}"#, "one member"), ("[]", "JSON object"),
            (#"{"topics":"a"}"#, "did you mean topic?"), (#"{"everyone":false}"#, "everyone must be true"),
            (#"{"topic":1}"#, "topic must be a text"), (#"{"accounts":"p1"}"#, "accounts must be an array"),
            (#"{"accounts":["a b"]}"#, "by their ids"), (#"{"appVersion":"~2"}"#, "comparison"),
            (#"{"near":{"latitude":48}}"#, "latitude and longitude"),
            (#"{"near":{"latitude":48,"longitude":2,"radius":5}}"#, "not known"),
            (#"{"all":{}}"#, "all must be an array"),
            (#"{"not":{"not":{"not":{"not":{"not":{"not":{"not":{"not":{"everyone":true}}}}}}}}}"#, "8 deep"),
        ])
    func refuseAudiences(_ json: String, _ text: String) async throws {
        let (response, audience) = try await audience(json)
        #expect(response.status == 400 && audience == nil)
        #expect(response.body.replacing(#"\""#, with: "\"").contains(text), "\(response.body)")
    }

    @Test func refuseUnknownMembers() async throws {
        for (body, name) in [
            (#"{"kinds":"orders","audience":{"everyone":true},"content":{}}"#, "did you mean kind?"),
            (#"{"kind":"orders","audience":{"everyone":true},"content":{"tittle":"x"}}"#, "not known"),
            (#"{"kind":"orders","audience":{"everyone":true}}"#, "content"),
        ] {
            let (response, message) = try await send(body)
            #expect(response.status == 400 && message == nil)
            #expect(response.body.contains(name), "\(response.body)")
        }
    }

    @Test func hideCountsThatPushHides() async throws {
        let services = ScriptedServices.ofAPublisher().answering(GetNotification.self) { _ in
            changing(People.record(People.notification)) { ($0.fewerThan, $0.state) = (0, .done) }
        }
        let response = try await services.ask("GET", "/api/v1/notifications/a1").expect(200)
        for name in ["recipients", "books", "fewerThan"] { #expect(!response.body.contains(name)) }
    }

    /// An answer with the number of pushes never has the number of recipients.
    @Test func tellPublishersWhatWasSentWithoutRecipients() async throws {
        let services = ScriptedServices.ofAPublisher().answering(GetNotification.self) { message in
            let isAnnounced = message.among == .announcements
            return changing(People.record(isAnnounced ? People.offer() : People.notification)) { $0.recipients = 0 }
        }
        try await withEdge(services) { edge in
            for path in ["notifications/a1", "announcements/a1"] {
                let response = try await edge.request("GET", "/api/v1/\(path)")
                #expect(response.body.contains("books") && !response.body.contains("recipients"), "\(response.body)")
            }
        }
    }

    @Test func giveResultsByGroupsToPublishersAndWholeToOperators() async throws {
        let services = ScriptedServices.ofAPublisher()
        try await withEdge(services) { edge in
            let path = "/api/v1/notifications/a1/results"
            let told = try await edge.request("GET", path, headers: [("X-API-Key", "bk_publishes")])
            #expect(told.header("Content-Type") == "application/x-ndjson")
            told.expect(
                body: #"{"state":"sent","count":57,"provider":"apns","language":"fr"}"# + "\n"
                    + #"{"state":"sent","count":12}"# + "\n")
            #expect(services.received(ListResults.self).isEmpty)
            let whole = try await edge.request("GET", path)
            let line =
                #"{"state":"failed","provider":"fcm","account":"\#(People.ada.text)","device":"t1","#
                + #""reason":"UNREGISTERED","attempts":1,"at":"\#(RFC3339.text(of: People.now.date, to: .seconds))"}"#
            #expect(whole.body == line + "\n" + line + "\n")
            #expect(services.received(ListResults.self).map(\.after) == [nil, 7])
        }
    }

    @Test func breakOffResultsWhenTheKeyIsRevoked() async throws {
        let services = ScriptedServices.ofAPublisher()
        services.on(ListResults.self) { message in
            // Revoked while the page is on its way to the client.
            services.on(Authenticate.self) { _ in
                Authenticate.Reply(principal: nil, refusal: .invalidToken, epoch: FeedEpoch(rawValue: 1), sequence: 1)
            }
            let result = DeliveryResult(
                account: People.ada, token: People.pushDevice, provider: .fcm, state: .failed, reason: "UNREGISTERED",
                attempts: 1, at: People.now)
            return ListResults.Reply(results: [result], next: (message.after ?? 0) + 1)
        }
        let answer = try await withEdge(services) { edge in
            try await withConnection(to: edge.port) { connection in
                try await connection.send(
                    "GET", "/api/v1/notifications/a1/results", headers: [("X-API-Key", People.publishersKey)])
                return try await connection.readToEnd()
            }
        }
        #expect(services.received(ListResults.self).map(\.after) == [nil])
        #expect(answer.components(separatedBy: "UNREGISTERED").count == 2)
        // The client can see that it is incomplete: the last chunk, of length 0, is missing (RFC 9112, section 7.1).
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && !answer.hasSuffix("0\r\n\r\n"))
    }

    @Test func showAUsersTopics() async throws {
        let services = ScriptedServices.ofAda()
        let response = try await services.ask("PUT", "/api/v1/notifications/topics/news%2D1")
        response.expect(
            body: #"{"success":true,"data":{"topics":[{"name":"members","subscribed":false},"#
                + #"{"name":"news-1","subscribed":true}]}}"#)
        #expect(services.received(SubscribeTopic.self).map(\.topic) == ["news-1"])
    }
}

private enum JSONDetailsReading {
    static func audience(in body: String) throws -> AudienceExpression {
        let root = try JSONDocument(Array(body.utf8)).root
        return try AudienceExpression(try #require(root.member("data")?.member("audience")))
    }
}

@Suite(.timeLimit(.minutes(10))) struct SeriesTests {
    private static let path = "/api/v1/notifications/series"

    static let body = """
        {"kind":"news","audience":{"topic":"t"},"content":{"texts":[{"title":"T"}]},"rule":"FREQ=DAILY",\
        "startsAtLocal":"2026-12-24T18:00","timeZone":"Europe/Paris"}
        """

    @Test func areSet() async throws {
        let (response, sent) = try await ScriptedServices.ofAPublisher().ask(
            "PUT", Self.path + "/weekly%2Dtip", body: Self.body, for: SetSeries.self)
        response.expect(
            body: #"{"success":true,"data":{"name":"weekly-tip","kind":"news","audience":{"topic":"t"},"#
                + #""rule":"FREQ=DAILY","startsAtLocal":"2026-12-24T18:00","timeZone":"Europe/Paris","#
                + #""changedAt":"2026-01-31T12:00:00Z","nextAt":"2026-01-31T12:01:00Z"}}"#)
        #expect(sent.name == "weekly-tip" && sent.publisher == PublisherID("k1") && sent.apiKey == APIKeyID("k1"))
        #expect(sent.series.start == LocalMoment("2026-12-24T18:00") && sent.series.timeZone == "Europe/Paris")
        #expect(sent.series.audience == .topic("t") && sent.series.rule == "FREQ=DAILY")
    }

    @Test(arguments: [
        ("2026-12-24T18:00", "2026-12-24 18:00", "startsAtLocal"), (#""rule":"FREQ=DAILY","#, "", "rule"),
        ("timeZone", "timezone", "did you mean timeZone?"), (#""content":{"texts":[{"title":"T"}]},"#, "", "content"),
    ])
    func areRefused(_ part: String, _ other: String, _ text: String) async throws {
        let services = ScriptedServices.ofAPublisher()
        let response = try await services.ask("PUT", Self.path + "/s1", body: Self.body.replacing(part, with: other))
        #expect(response.status == 400 && response.body.contains(text), "\(response.body)")
        #expect(services.received(SetSeries.self).isEmpty)
    }

    @Test func areListedAndEnded() async throws {
        let services = ScriptedServices.ofAPublisher()
        try await withEdge(services) { edge in
            let list = try await edge.request("GET", Self.path + "?limit=5&after=a")
            #expect(list.status == 200 && list.body.contains(#""name":"s1""#) && list.body.contains(#""hasMore":true"#))
            try await edge.request("GET", Self.path + "?limit=21").expect(400)
            try await edge.request("DELETE", Self.path + "/s1").expect(200)
        }
        let listed = try #require(services.received(ListSeries.self).first)
        #expect(listed.after == "a" && listed.limit == 5 && listed.publisher == PublisherID("k1"))
        #expect(services.received(EndSeries.self).map(\.name) == ["s1"])
    }
}
