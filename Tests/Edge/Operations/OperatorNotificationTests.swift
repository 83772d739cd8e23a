import OperatorAPI

@testable import Edge

@Suite("An operator's notifications", .timeLimit(.minutes(10))) struct OperatorNotificationTests {
    private static let body =
        #"{"kind":"news","audience":{"topic":"t"},"content":{"texts":[{"title":"T","body":"B"}]}}"#
    private static let series =
        #"{"kind":"news","audience":{"topic":"t"},"content":{"texts":[{"title":"T","body":"B"}]},"#
        + #""rule":"FREQ=DAILY","startsAtLocal":"2026-12-24T18:00","timeZone":"Europe/Paris"}"#

    @Test("An operator sends, counts and changes notifications as the publisher operator")
    func send() async throws {
        let services = ScriptedServices.people()
        try await withOperations(services) { edge in
            let sent = try await edge.post("/notifications", Self.body, headers: [("Idempotency-Key", "k")]).expect(201)
            _ = try PublishedNotification(jsonText: Array(sent.body.utf8))
            let counted = try await edge.post("/notifications/audience", Self.body)
            #expect(counted.body == #"{"dryRun":true,"recipients":5,"deliveries":6}"#)
            let path = "/notifications/\(People.announcement)"
            try await edge.request("PUT", path, body: Self.body).expect(200)
            #expect(try await edge.post("/notifications", #"{"typo":1}"#).status == 400)
        }
        let messages = services.received(SendNotification.self)
        #expect(messages.map(\.isDryRun) == [false, true] && messages.first?.idempotencyKey == "k")
        #expect(messages.allSatisfy { $0.publisher.text == "operator" && $0.isOperator == true && $0.limits == nil })
        #expect(messages.allSatisfy { $0.mayInterrupt == true })
        #expect(services.received(ChangeNotification.self).map(\.publisher.text) == ["operator"])
        #expect(services.acts == ["SendNotification", "ChangeNotification"])
    }

    @Test("A notification interrupts with an API key only if the key has that scope")
    func interrupt() async throws {
        let services = ScriptedServices.people()
        try await withOperations(services) { edge in
            let edge = edge.unknown
            try await edge.post("/notifications", Self.body, headers: [("X-API-Key", "bk_operate")]).expect(201)
        }
        #expect(services.received(SendNotification.self).map(\.mayInterrupt) == [nil])
    }

    @Test("An operator lists the notifications of all publishers by state, and cancels them")
    func all() async throws {
        let services = ScriptedServices.people()
        try await withOperations(services) { edge in
            let page = try await edge.request("GET", "/notifications?limit=3&state=scheduled")
            let wrong = try await edge.request("GET", "/notifications?state=lost")
            let path = "/notifications/\(People.announcement)"
            let found = try await edge.request("GET", path)
            let cancelled = try await edge.request("DELETE", path)
            #expect([page, wrong, found, cancelled].map(\.status) == [200, 400, 200, 200])
            #expect(wrong.body.contains("scheduled, deciding"))
        }
        let listed = try #require(services.received(ListNotifications.self).first)
        #expect(listed.publisher == nil && listed.limit == 3 && listed.state == .scheduled)
        #expect(services.received(GetNotification.self).map { $0.publisher == nil } == [true])
        #expect(services.received(CancelNotification.self).map { $0.publisher == nil } == [true])
    }

    @Test("A key that only views sees no small counts, and the audit log names users who are shown")
    func counts() async throws {
        let services = ScriptedServices.people()
        let paths = ["/notifications/\(People.announcement)", "/notifications"]
        try await withOperations(services) { edge in
            for path in paths { try await edge.request("GET", path).expect(200) }
            let keyed = edge.unknown
            for key in ["bk_view", "bk_assist", "bk_operate"] {
                for path in paths { try await keyed.request("GET", path, headers: [("X-API-Key", key)]).expect(200) }
            }
        }
        let expected: [Bool?] = [nil, true, nil, nil]
        #expect(services.received(GetNotification.self).map(\.asPublisher) == expected)
        #expect(services.received(ListNotifications.self).map(\.asPublisher) == expected)
        let audited = services.received(AppendAuditEntry.self).map(\.call)
        let both = ["GetNotification", "ListNotifications"]
        #expect(audited.map(\.call) == both + both + both)
        #expect(audited.allSatisfy { $0.account == People.ada && $0.outcome == "done" })
        let names = [nil, "the assist key", "the operate key"]
        #expect(audited.map(\.apiKeyName) == names.flatMap { [$0, $0] })
    }

    @Test("An operator reads texts, reasons and failures; a key that only views reads no texts for named users")
    func content() async throws {
        let services = ScriptedServices.people().answering(GetNotification.self) { _ in
            var record = People.record(People.notification)
            record.reasons = [DeliveryReasonCount(state: .failed, reason: "Unregistered", count: 2)]
            return record
        }
        let path = "/notifications/\(People.announcement)"
        try await withOperations(services) { edge in
            let found = try await edge.request("GET", path).expect(200)
            let body = try PublishedNotification(jsonText: Array(found.body.utf8))
            #expect(body.content == JSONDetails(People.notification.content.json))
            #expect(body.reasons == [BaliseDeliveryReason(state: .failed, reason: "Unregistered", count: 2)])
            try await edge.request("GET", "/notifications?failed=true").expect(200)
            let keyed = edge.unknown
            let viewed = try await keyed.request("GET", path, headers: [("X-API-Key", "bk_view")]).expect(200)
            #expect(!viewed.body.contains("Your order") && viewed.body.contains("Unregistered"))
        }
        #expect(services.received(ListNotifications.self).map(\.hasFailures) == [true])
    }

    @Test("An operator lists all series, sets their own and ends any")
    func allSeries() async throws {
        let services = ScriptedServices.people().answering(ListSeries.self) { _ in
            let record = SeriesRecord(
                name: "s1", series: People.series, changedAt: People.now, nextAt: nil, publisher: PublisherID("shop"))
            return ListSeries.Reply(series: [record], hasMore: true)
        }
        try await withOperations(services) { edge in
            let page = try await edge.request("GET", "/series")
            let list = try OperatorSeriesList(jsonText: Array(page.body.utf8))
            #expect(list.series.map(\.publisher) == ["shop"] && list.nextCursor == "shop/s1")
            #expect(list.series.first?.content == JSONDetails(People.series.content.json))
            #expect(try await edge.request("GET", "/series?cursor=shop%2Fs1&limit=5").status == 200)
            #expect(try await edge.request("GET", "/series?cursor=shop").status == 400)
            let set = try await edge.request("PUT", "/series/tips", body: Self.series)
            #expect(set.status == 200 && set.body.contains(#""publisher":"operator","name":"tips""#), "\(set.body)")
            #expect(try await edge.request("DELETE", "/series/shop/s1").status == 204)
        }
        let lists = services.received(ListSeries.self)
        #expect(lists.map(\.after) == [nil, "s1"] && lists.map { $0.afterPublisher?.text } == [nil, "shop"])
        #expect(lists.allSatisfy { $0.publisher == nil })
        #expect(services.received(SetSeries.self).map(\.publisher.text) == ["operator"])
        #expect(services.received(EndSeries.self).map { "\($0.publisher) \($0.name)" } == ["shop s1"])
    }

    @Test("An operator reads push health by app, and tests one push device")
    func health() async throws {
        let services = ScriptedServices.people().answering(GetPushHealth.self) { _ in
            let app = PushAppHealth(
                provider: .apns, environment: .sandbox, topic: "t", sent: 2, gone: 1,
                refusals: [.init(reason: "r", count: 3)], lastError: PushFailure(reason: "r", at: People.now))
            return GetPushHealth.Reply(since: People.now, apps: [app], problems: ["nothing is sent"])
        }
        try await withOperations(services) { edge in
            let answer = try await edge.request("GET", "/push-health")
            let found = try PushHealthDescription(jsonText: Array(answer.body.utf8))
            #expect(found.problems == ["nothing is sent"] && found.apps.map(\.sent) == [2])
            #expect(found.apps.first?.refusals == [.init(reason: "r", count: 3)])
            let path = "/accounts/\(People.ada)/push-devices/\(People.pushDevice)/test"
            try await edge.post(path, #"{"title":"Hello"}"#).expect(200)
            #expect(try await edge.post(path, #"{"text":"Hello"}"#).status == 400)
        }
        let message = try #require(services.received(SendTestPush.self).first)
        #expect(message.account == People.ada && message.token == People.pushDevice && message.title == "Hello")
    }
}
