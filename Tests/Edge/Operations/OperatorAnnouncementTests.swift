@testable import Edge

@Suite("An operator's announcements", .timeLimit(.minutes(10))) struct OperatorAnnouncementTests {
    private static let body = #"{"type":"EVENT","id":7,"latitude":48.86,"longitude":2.35,"title":"Fair"}"#

    @Test("An operator announces as the publisher operator, once for each idempotency key")
    func announce() async throws {
        let services = ScriptedServices.people()
        try await withOperations(services) { edge in
            let made = try await edge.post("/announcements", Self.body, headers: [("Idempotency-Key", "k")]).expect(201)
            _ = try PublishedAnnouncement(jsonText: Array(made.body.utf8))
            #expect(try await edge.post("/announcements", #"{"typo":1}"#).status == 400)
        }
        let message = try #require(services.received(SendNotification.self).first)
        #expect(message.publisher == PublisherID("operator") && message.isOperator == true && !message.isDryRun)
        #expect(message.idempotencyKey == "k" && message.notification.announcement?.subject == .number(7))
        #expect(services.acts == ["SendNotification"])
    }

    @Test("An operator counts an audience without an announcement or an audit entry")
    func count() async throws {
        let services = ScriptedServices.people()
        services.on(SendNotification.self) { _ in SendNotification.Reply(recipients: 3, deliveries: 4) }
        let counted = try await services.postAsOperator("/announcements/audience", Self.body)
        #expect(counted.body == #"{"dryRun":true,"recipients":3,"deliveries":4}"#)
        #expect(services.received(SendNotification.self).map(\.isDryRun) == [true])
        #expect(services.acts.isEmpty && services.received(AppendAuditEntry.self).isEmpty)
    }

    @Test("The list of notifications includes announcements with their subject")
    func list() async throws {
        let services = ScriptedServices.people().answering(ListNotifications.self) { _ in
            let both = [People.offer(details: #"{"city":"Paris"}"#), People.notification].map { People.record($0) }
            return ListNotifications.Reply(notifications: both, hasMore: false)
        }
        let answer = try await services.askAsOperator("GET", "/notifications")
        let page = try NotificationPage(jsonText: Array(answer.body.utf8))
        let announced = AnnouncedSubject(
            type: .offer, subject: 42, title: "Bread", body: "Half the price", category: "FOOD_PLAISIRS",
            details: JSONDetails(#"{"city":"Paris"}"#))
        #expect(page.notifications.map(\.announcement) == [announced, nil])
        #expect(page.notifications.map(\.kind) == ["OFFER", "orders"])
        #expect(services.received(ListNotifications.self).map(\.among) == [nil])
    }

    @Test("The subject's id opens and explains an announcement; only its own id cancels it")
    func subjects() async throws {
        let services = ScriptedServices.people()
        try await withOperations(services) { edge in
            try await edge.request("GET", "/notifications/summer%2Ffair").expect(200)
            try await edge.request("DELETE", "/notifications/summer%2Ffair").expect(404)
            try await edge.request("DELETE", "/notifications/\(People.announcement)").expect(200)
            let keyed = edge.unknown
            let path = "/notifications/summer%2Ffair/recipients/\(People.ada)"
            try await keyed.request("GET", path, headers: [("X-API-Key", "bk_assist")]).expect(200)
        }
        let got = try #require(services.received(GetNotification.self).first)
        #expect(got.publisher == nil && got.id == "summer/fair" && got.among == nil)
        let cancelled = services.received(CancelNotification.self)
        #expect(cancelled.map(\.id) == [People.announcement.text])
        #expect(cancelled.allSatisfy { $0.publisher == nil && $0.among == nil })
        let message = try #require(services.received(ExplainRecipient.self).first)
        #expect(message.id == "summer/fair" && message.account == People.ada && message.askedBy == "the assist key")
        #expect(services.received(AppendAuditEntry.self).map(\.call.account) == [People.ada, People.ada])
    }

    @Test("An operator ends one session of a user")
    func endSession() async throws {
        let services = ScriptedServices.people()
        try await withOperations(services) { edge in
            let path = "/accounts/\(People.ada)/sessions/\(People.phone)"
            try await edge.request("DELETE", path).expect(204)
        }
        let message = try #require(services.received(EndSession.self).first)
        #expect(message.account == People.ada && message.session == People.phone)
    }

    @Test("An operator lists the signing keys, the active one first")
    func signingKeys() async throws {
        let services = ScriptedServices().answering(GetSigningKeys.self) { _ in
            GetSigningKeys.Reply(keys: [.init(id: "a", publicKey: []), .init(id: "b", publicKey: [])])
        }
        let listed = try await services.askAsOperator("GET", "/signing-keys")
        #expect(listed.body == #"{"keys":[{"id":"a","signs":true},{"id":"b","signs":false}]}"#)
    }
}
